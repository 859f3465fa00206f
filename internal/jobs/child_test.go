package jobs_test

const childEnv = "PAGELIFT_JOBS_CHILD"

func child(string) {}
