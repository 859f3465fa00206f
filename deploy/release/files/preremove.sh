#!/bin/sh
# dpkg says remove or upgrade, rpm how many versions are left: the service ends with the last.
set -e
case "$1" in
remove | 0)
	if [ -d /run/systemd/system ]; then
		systemctl disable --now pagelift.service
	fi
	;;
esac
