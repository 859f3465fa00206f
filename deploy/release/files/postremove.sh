#!/bin/sh
# The documents, results and keys of the service stay when the package is removed. Only
# `apt purge` deletes them.
set -e
if [ "$1" = purge ]; then
	rm -rf /var/lib/private/pagelift /var/lib/pagelift
	rmdir /etc/pagelift 2>/dev/null || true
fi
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
fi
