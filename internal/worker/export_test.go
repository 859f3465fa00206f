package worker

// Exported for tests.
var (
	ServeWith     = serve
	Perform       = perform
	NotWritten    = notWritten
	ReadMessage   = readMessage
	WriteMessage  = writeMessage
	ReadReply     = readReply
	NewReply      = newReply
	Environment   = environment
	AssetURL      = assetURL
	NewComplaints = func() *complaints { return new(complaints) }
)

// Text returns the text of the complaints.
func (c *complaints) Text() string { return c.text() }

// NewInProcessWith makes a converter that does something else.
func NewInProcessWith(size int, do task) *InProcess {
	c := NewInProcess(size, "")
	c.do = do
	return c
}

// Convert returns the options for package convert.
func (o Options) Convert() any { return o.convert() }

// Check compares what an outcome says with what exists.
func (o *Outcome) Check(folder string) error { return o.check(folder) }
