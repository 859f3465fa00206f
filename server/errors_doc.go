package server

import "github.com/pagelift/pagelift/client"

// meanings explains each code to clients: what happened, and what they can do.
var meanings = map[client.Code]string{
	client.InvalidRequest:    "The request is malformed in a way that no other code describes. Compare it with the description of the operation.",
	client.InvalidParameter:  "The parameter named in `details.parameter` is unknown, has a value that means nothing, or is given twice with different values.",
	client.MissingParameter:  "The parameter named in `details.parameter` is needed. A conversion needs either `file` or `url`.",
	client.InvalidFileFormat: "The file is not a PDF: `details.file_type` is what it looks like.",
	client.InvalidDocument:   "The file is a PDF, but its pages cannot be read. Open it in a viewer; if it shows pages there, please report it.",
	client.InvalidURL:        "The address is malformed, longer than 2048 characters, or has a scheme, user name, fragment or form of host that is not taken.",
	client.URLNotAllowed:     "The service does not connect to this address. It reaches public addresses only.",
	client.URLFetchFailed:    "The document could not be fetched. `details.upstream_status` is the status that its server gave, if it gave one; else `details.reason` says what it was: `slow` (less than the lowest rate that the service bears), `timeout`, `dns`, `connect`, `tls`, `certificate` or `answer`.",
	client.InvalidCursor:     "The cursor is not one that the service has given for this list. Begin again without a cursor.",
	client.InvalidMultipart:  "The form is cut off or malformed, has more than 40 fields, or a part whose header has more than 16 KiB.",

	client.InvalidCorrections: "The corrections are neither YAML nor JSON, contradict themselves, or say what the service does not know. `details.line` is where.",

	client.MissingAPIKey: "The request has no header `Authorization: Bearer <API key>`.",
	client.InvalidAPIKey: "There is no such key. A key that was mistyped is recognised by its checksum.",
	client.ExpiredAPIKey: "The key was replaced, and its time of grace is over. Use the new one.",
	client.RevokedAPIKey: "The key was revoked. Use another.",

	client.QuotaExceeded: "The conversions of this month are used up. `details.resets_at` is when the next month begins.",

	client.InsufficientScope: "The key lacks the scope named in `details.required`.",
	client.AccountDisabled:   "The account is closed. Ask who runs the service.",
	client.InvalidSignature:  "The signed address was changed, or was signed by a secret that is no longer used. Get a new one from the conversion.",

	client.NotFound:           "There is nothing at this address.",
	client.ConversionNotFound: "The account has no such conversion. Records are kept for 30 days.",
	client.BatchNotFound:      "The account has no such batch.",
	client.WebhookNotFound:    "The account has no such webhook.",
	client.DeliveryNotFound:   "The account has no such delivery. Deliveries are kept for 30 days.",

	client.MethodNotAllowed: "The address exists, but not with this method. The header `Allow` names those it has.",
	client.NotAcceptable:    "The service cannot answer in a form that the header `Accept` names.",
	client.UploadTimeout:    "The body came more slowly than the service takes it. Try again over a better connection.",

	client.IdempotencyInProgress:    "The first request with this `Idempotency-Key` is still being answered. Try again after `Retry-After`.",
	client.ConversionNotCancellable: "The conversion has completed or failed.",
	client.ResultNotReady:           "The conversion has not completed, so there is nothing to download. `details.status` is its state.",
	client.DocumentNotKept:          "The document is not kept, so that it cannot be converted again. Convert it with `keep_document=true`: it is kept as long as its result.",
	client.RotationInProgress:       "The secret was rotated, and the old one is still good. Wait for the end of its grace, or force the rotation.",
	client.WebhookLimitReached:      "The account has as many webhooks as it may have. Delete one first.",
	client.WebhookIsDisabled:        "The webhook gets nothing, for the reason in `details.disabled_reason`. Enable it first: change its `status` to `enabled`.",
	client.AccountExists:            "Another account has this name. Names of accounts are unique.",

	client.ResultExpired: "The result was there until `expires_at`. Convert the document again.",

	client.FileTooLarge:    "The file has more bytes than the plan allows: `details.limit`.",
	client.BatchTooLarge:   "The batch has more members than a batch may have.",
	client.RequestTooLarge: "The body is larger than this operation takes.",

	client.UnsupportedMediaType: "The body has a Content-Type that the operation does not take.",

	client.RangeNotSatisfiable: "The range that was asked for lies behind the end of the file. `Content-Range` says how long it is.",

	client.PasswordRequired:      "The document is encrypted, and cannot be read without its password.",
	client.PageLimitExceeded:     "The document has more pages than the service takes.",
	client.ResourceLimitExceeded: "The document needs more memory or work than the service gives to one.",
	client.UnsupportedFeature:    "An option asks for what this installation cannot do. The message says what it lacks.",
	client.IdempotencyKeyReused:  "Another request was made with this `Idempotency-Key`. Use a new key for each request.",

	client.RateLimitExceeded: "More requests in this minute than the plan allows, or more tests of webhooks at a time than two. Wait for `Retry-After`.",
	client.QueueFull:         "More conversions of the account wait than may wait. Try again after `Retry-After`.",

	client.HeadersTooLarge: "The header of the request has more than 16 KiB.",

	client.InternalError:      "A defect of the service. `request_id` names the request in its logs.",
	client.ConversionCrashed:  "The document made the converter fail three times. Please report it.",
	client.ServiceUnavailable: "The service is stopping, or lacks something for a while: `details.reason`. Try again after `Retry-After`.",
	client.ConversionTimeout:  "The conversion took longer than it may.",
}
