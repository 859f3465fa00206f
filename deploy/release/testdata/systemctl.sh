#!/bin/sh
# What docs/install.md and the scripts of the package ask of systemctl, for a test in a chroot: it
# runs the command line of the installed unit with its environment, its state directory and a user
# without rights. The bounds of the unit (ProtectSystem and others) are not applied.
set -eu
unit=/usr/lib/systemd/system/pagelift.service
state=/run/systemctl
user=61184 # the first that systemd gives dynamically
mkdir -p "$state"

# value prints what the unit says of a name.
value() { sed -n "s/^$1=//p" "$unit"; }

running() { [ -f "$state/pid" ] && kill -0 "$(cat "$state/pid")" 2>/dev/null; }

start() {
	running && return
	[ "$(value DynamicUser)" = yes ]
	directory=$(value StateDirectory)
	mkdir -p "/var/lib/private/$directory"
	chmod 711 /var/lib/private # systemd has 700, and shows it to the service by a mount
	chmod "$(value StateDirectoryMode)" "/var/lib/private/$directory"
	chown -R "$user:$user" "/var/lib/private/$directory"
	[ -e "/var/lib/$directory" ] || ln -s "private/$directory" "/var/lib/$directory"
	(
		umask "$(value UMask)"
		settings=$(value EnvironmentFile)
		set -a
		eval "$(value Environment)"
		. "${settings#-}"
		set +a
		cd /
		# What the unit says is a command line of words without quotes.
		exec setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --bounding-set=-all $(value ExecStart)
	) </dev/null >>"$state/log" 2>&1 &
	echo $! >"$state/pid"
	starts=$(cat "$state/starts" 2>/dev/null || echo 0)
	echo $((starts + 1)) >"$state/starts"
}

stop() {
	running || return 0
	kill "$(cat "$state/pid")"
	tries=$(($(value TimeoutStopSec) * 5))
	while running; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || { echo "the service does not end"; exit 1; }
		sleep 0.2
	done
	rm "$state/pid"
}

case "$*" in
daemon-reload) ;;
"enable --now pagelift") start ;;
"try-restart pagelift.service") if running; then stop; start; fi ;;
"disable --now pagelift.service") stop ;;
*)
	echo "systemctl stand-in: $* is not expected"
	exit 1
	;;
esac
