package client

// Code is a stable, documented name of a failure. It is itself an error, so that errors.Is(err,
// client.QuotaExceeded) works. Codes may be added; a program handles those that it does not know by their status.
type Code string

// Error implements error.
func (c Code) Error() string { return string(c) }

// Codes of the service. Failures that a document causes are the answer to a conversion, or the Error of its
// record.
const (
	// InvalidRequest (400): the request is malformed in a way that no code below describes.
	InvalidRequest Code = "invalid_request"
	// InvalidParameter (400): Details["parameter"] is unknown, or has a value without meaning, or contradicts
	// another one.
	InvalidParameter Code = "invalid_parameter"
	// MissingParameter (400): Details["parameter"] is missing; a conversion needs either file or url.
	MissingParameter Code = "missing_parameter"
	// InvalidFileFormat (400): the document is not a PDF.
	InvalidFileFormat Code = "invalid_file_format"
	// InvalidDocument (400): the document is a PDF that cannot be read.
	InvalidDocument Code = "invalid_document"
	// InvalidURL (400): an address is malformed or too long, or its scheme or form is not accepted.
	InvalidURL Code = "invalid_url"
	// URLNotAllowed (400): the service does not connect to this address.
	URLNotAllowed Code = "url_not_allowed"
	// URLFetchFailed (400): the document could not be fetched from its address; Details["upstream_status"] is the
	// status of the answer, if there was one.
	URLFetchFailed Code = "url_fetch_failed"
	// InvalidCursor (400): the cursor of a list does not come from the service.
	InvalidCursor Code = "invalid_cursor"
	// InvalidMultipart (400): the form is malformed or has too many fields.
	InvalidMultipart Code = "invalid_multipart"

	// InvalidCorrections (400): the corrections have no meaning or contradict themselves; Details["line"] is the
	// line.
	InvalidCorrections Code = "invalid_corrections"

	// MissingAPIKey (401): the request has no key.
	MissingAPIKey Code = "missing_api_key"
	// InvalidAPIKey (401): the key is malformed (New finds that without a request), or there is no such key.
	InvalidAPIKey Code = "invalid_api_key"
	// ExpiredAPIKey (401): the key was valid until it was rotated or its time ended.
	ExpiredAPIKey Code = "expired_api_key"
	// RevokedAPIKey (401): the key was deleted.
	RevokedAPIKey Code = "revoked_api_key"

	// QuotaExceeded (402): the conversions of this period are used up until Details["resets_at"]; for a batch,
	// Details has requested and remaining.
	QuotaExceeded Code = "quota_exceeded"

	// InsufficientScope (403): the key lacks the scope Details["required"].
	InsufficientScope Code = "insufficient_scope"
	// AccountDisabled (403): the account was closed by an administrator.
	AccountDisabled Code = "account_disabled"
	// InvalidSignature (403): the signed address of a download was changed.
	InvalidSignature Code = "invalid_signature"

	// NotFound (404): there is nothing at this address.
	NotFound Code = "not_found"
	// ConversionNotFound (404): this account has no such conversion.
	ConversionNotFound Code = "conversion_not_found"
	// BatchNotFound (404): this account has no such batch.
	BatchNotFound Code = "batch_not_found"
	// WebhookNotFound (404): this account has no such webhook.
	WebhookNotFound Code = "webhook_not_found"
	// DeliveryNotFound (404): this account has no such delivery.
	DeliveryNotFound Code = "delivery_not_found"

	// MethodNotAllowed (405): the address does not accept this method.
	MethodNotAllowed Code = "method_not_allowed"
	// NotAcceptable (406): the service cannot answer in a form that the header Accept names.
	NotAcceptable Code = "not_acceptable"
	// UploadTimeout (408): the body arrived too slowly.
	UploadTimeout Code = "upload_timeout"

	// IdempotencyInProgress (409): the first request with this Idempotency-Key has not been answered yet.
	IdempotencyInProgress Code = "idempotency_in_progress"
	// ConversionNotCancellable (409): the conversion has ended already.
	ConversionNotCancellable Code = "conversion_not_cancellable"
	// ResultNotReady (409): the conversion has no result, or not yet.
	ResultNotReady Code = "result_not_ready"
	// DocumentNotKept (409): the document cannot be converted again, because it was
	// converted without ConvertRequest.KeepDocument.
	DocumentNotKept Code = "document_not_kept"
	// RotationInProgress (409): the secret was rotated, and the old one is still valid.
	RotationInProgress Code = "rotation_in_progress"
	// WebhookLimitReached (409): the account has as many webhooks as it may have.
	WebhookLimitReached Code = "webhook_limit_reached"
	// WebhookIsDisabled (409): the webhook gets nothing until it is enabled again; Details["disabled_reason"] says
	// why it is disabled.
	WebhookIsDisabled Code = "webhook_disabled"

	// AccountExists (409): another account has the name.
	AccountExists Code = "account_exists"

	// ResultExpired (410): the result was available until its expires_at.
	ResultExpired Code = "result_expired"

	// FileTooLarge (413): the document has more bytes (Details["received"], if known) than the plan allows
	// (Details["limit"]).
	FileTooLarge Code = "file_too_large"
	// BatchTooLarge (413): the batch has more members than allowed.
	BatchTooLarge Code = "batch_too_large"
	// RequestTooLarge (413): the body has more bytes than allowed for its kind.
	RequestTooLarge Code = "request_too_large"
	// UnsupportedMediaType (415): the body is neither a form nor JSON.
	UnsupportedMediaType Code = "unsupported_media_type"

	// RangeNotSatisfiable (416): the range of a download begins behind the end of the file.
	RangeNotSatisfiable Code = "range_not_satisfiable"

	// PasswordRequired (422): the document is encrypted.
	PasswordRequired Code = "password_required"
	// PageLimitExceeded (422): the document has more pages than the service allows.
	PageLimitExceeded Code = "page_limit_exceeded"
	// ResourceLimitExceeded (422): the document needs more memory or work than is
	// allowed.
	ResourceLimitExceeded Code = "resource_limit_exceeded"
	// UnsupportedFeature (422): an option needs something that this service was not built or configured for.
	UnsupportedFeature Code = "unsupported_feature"
	// IdempotencyKeyReused (422): another request has used this Idempotency-Key.
	IdempotencyKeyReused Code = "idempotency_key_reused"

	// RateLimitExceeded (429): there were too many requests in this minute.
	RateLimitExceeded Code = "rate_limit_exceeded"
	// QueueFull (429): too many conversions of this account are waiting.
	QueueFull Code = "queue_full"

	// HeadersTooLarge (431): the header of the request has more bytes than allowed.
	HeadersTooLarge Code = "headers_too_large"

	// InternalError (500): a defect of the service.
	InternalError Code = "internal_error"
	// ConversionCrashed (500): the document crashed its worker repeatedly.
	ConversionCrashed Code = "conversion_crashed"
	// ServiceUnavailable (503): the service is stopping, or lacks something that it needs; Details["reason"] says
	// what.
	ServiceUnavailable Code = "service_unavailable"
	// ConversionTimeout (504): the conversion took longer than allowed.
	ConversionTimeout Code = "conversion_timeout"
)
