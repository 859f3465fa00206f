#!/bin/sh
# After an installation the service is off, until somebody enables it; after an upgrade it is
# what it was before, with the new program.
set -e
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl try-restart pagelift.service
fi
