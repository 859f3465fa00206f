package client

// Code is a stable, documented name of a failure. It is itself an error, so that
// errors.Is(err, client.QuotaExceeded) works. Codes may be added: what a program
// does not know it handles by the status.
type Code string

// Error makes a Code an error.
func (c Code) Error() string { return string(c) }

// Codes of the service. Those that a document causes come as the answer to a
// conversion, or as the Error of its record.
const (
	// InvalidRequest (400): the request is malformed beyond what a code below says.
	InvalidRequest Code = "invalid_request"
	// InvalidParameter (400): Details["parameter"] is unknown, or has a value that
	// means nothing or contradicts another.
	InvalidParameter Code = "invalid_parameter"
	// MissingParameter (400): Details["parameter"] is needed; for a conversion either
	// file or url.
	MissingParameter Code = "missing_parameter"
	// InvalidFileFormat (400): the document is not a PDF.
	InvalidFileFormat Code = "invalid_file_format"
	// InvalidDocument (400): the document is a PDF that cannot be read.
	InvalidDocument Code = "invalid_document"
	// InvalidURL (400): an address is malformed, too long, or of a scheme or form
	// that is not taken.
	InvalidURL Code = "invalid_url"
	// URLNotAllowed (400): the service does not connect to this address.
	URLNotAllowed Code = "url_not_allowed"
	// URLFetchFailed (400): the document could not be got from its address;
	// Details["upstream_status"] is what was answered there, if anything.
	URLFetchFailed Code = "url_fetch_failed"
	// InvalidCursor (400): the cursor of a list is not one that the service gave.
	InvalidCursor Code = "invalid_cursor"
	// InvalidMultipart (400): the form is malformed or has too many fields.
	InvalidMultipart Code = "invalid_multipart"

	// InvalidCorrections (400): the corrections mean nothing or contradict themselves;
	// Details["line"] is where.
	InvalidCorrections Code = "invalid_corrections"

	// MissingAPIKey (401): the request has no key.
	MissingAPIKey Code = "missing_api_key"
	// InvalidAPIKey (401): the key is malformed (New says so without asking), or
	// there is no such key.
	InvalidAPIKey Code = "invalid_api_key"
	// ExpiredAPIKey (401): the key was good until it was rotated or its time ended.
	ExpiredAPIKey Code = "expired_api_key"
	// RevokedAPIKey (401): the key was deleted.
	RevokedAPIKey Code = "revoked_api_key"

	// QuotaExceeded (402): the conversions of this period are used up until
	// Details["resets_at"]; for a batch Details has requested and remaining.
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

	// MethodNotAllowed (405): the address does not take this method.
	MethodNotAllowed Code = "method_not_allowed"
	// NotAcceptable (406): the service cannot answer in a form that Accept names.
	NotAcceptable Code = "not_acceptable"
	// UploadTimeout (408): the body came too slowly.
	UploadTimeout Code = "upload_timeout"

	// IdempotencyInProgress (409): the first request with this Idempotency-Key has
	// no answer yet.
	IdempotencyInProgress Code = "idempotency_in_progress"
	// ConversionNotCancellable (409): it ended before.
	ConversionNotCancellable Code = "conversion_not_cancellable"
	// ResultNotReady (409): the conversion has no result, or not yet.
	ResultNotReady Code = "result_not_ready"
	// DocumentNotKept (409): the document cannot be converted again, because it was
	// converted without ConvertRequest.KeepDocument.
	DocumentNotKept Code = "document_not_kept"
	// RotationInProgress (409): the secret was rotated, and the old one is still good.
	RotationInProgress Code = "rotation_in_progress"
	// WebhookLimitReached (409): the account has as many webhooks as it may have.
	WebhookLimitReached Code = "webhook_limit_reached"
	// WebhookIsDisabled (409): the webhook gets nothing until it is enabled again
	// (Details["disabled_reason"] says why it is not).
	WebhookIsDisabled Code = "webhook_disabled"

	// AccountExists (409): another account has the name.
	AccountExists Code = "account_exists"

	// ResultExpired (410): the result was there until its expires_at.
	ResultExpired Code = "result_expired"

	// FileTooLarge (413): the document has more bytes (Details["received"], when it
	// is known) than the plan takes (Details["limit"]).
	FileTooLarge Code = "file_too_large"
	// BatchTooLarge (413): the batch has more members than one may have.
	BatchTooLarge Code = "batch_too_large"
	// RequestTooLarge (413): the body has more bytes than its kind may have.
	RequestTooLarge Code = "request_too_large"
	// UnsupportedMediaType (415): the body is neither a form nor JSON.
	UnsupportedMediaType Code = "unsupported_media_type"

	// RangeNotSatisfiable (416): the range of a download lies behind the end of the
	// file.
	RangeNotSatisfiable Code = "range_not_satisfiable"

	// PasswordRequired (422): the document is encrypted.
	PasswordRequired Code = "password_required"
	// PageLimitExceeded (422): the document has more pages than the service takes.
	PageLimitExceeded Code = "page_limit_exceeded"
	// ResourceLimitExceeded (422): the document needs more memory or work than is
	// allowed.
	ResourceLimitExceeded Code = "resource_limit_exceeded"
	// UnsupportedFeature (422): an option asks for what this service was not built or
	// set up for.
	UnsupportedFeature Code = "unsupported_feature"
	// IdempotencyKeyReused (422): another request had this Idempotency-Key.
	IdempotencyKeyReused Code = "idempotency_key_reused"

	// RateLimitExceeded (429): too many requests in this minute.
	RateLimitExceeded Code = "rate_limit_exceeded"
	// QueueFull (429): too many conversions of this account wait.
	QueueFull Code = "queue_full"

	// HeadersTooLarge (431): the header of the request has more bytes than it may have.
	HeadersTooLarge Code = "headers_too_large"

	// InternalError (500): a defect of the service.
	InternalError Code = "internal_error"
	// ConversionCrashed (500): the document made its worker fail repeatedly.
	ConversionCrashed Code = "conversion_crashed"
	// ServiceUnavailable (503): the service is stopping, or lacks what it needs:
	// Details["reason"].
	ServiceUnavailable Code = "service_unavailable"
	// ConversionTimeout (504): the conversion took longer than it may.
	ConversionTimeout Code = "conversion_timeout"
)
