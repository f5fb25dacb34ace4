#!/bin/bash
# Sets up what user data can't, on a machine with Callguide. Each part has its own command:
#   callguide-setup          asks for the secrets, starts everything, and runs the doctor
#   callguide-setup doctor   checks for problems, as the engine's user with the engine's settings
#   callguide-setup mail     asks for a mailbox, sends a test message, and from then on one when something stops or goes wrong
#   callguide-setup copy     asks rclone's questions, and copies the backups there, now and every night
set -euo pipefail
etc=/etc/callguide
running() { [ -d /run/systemd/system ]; }

# Asks for a variable's value; pressing Enter keeps the current one.
ask() {
  local -n holds=$1
  local answer
  printf '%s: ' "$2${holds:+ [$holds]}"
  read -r answer || [ -n "$answer" ]
  holds=${answer:-$holds}
  [ -n "$holds" ] || { echo "That can't be empty: run this again." >&2; exit 2; }
}

# Asks for a secret, typed or piped in, and keeps it in a file that only root can read. Enter keeps the current one.
ask_secret() {
  local file=$2 secret kept=
  [ ! -s "$file" ] || kept=" [unchanged]"
  printf '%s: ' "$1$kept"
  read -rs secret || [ -n "$secret" ]
  echo
  if [ -n "$secret" ]; then
    (umask 077 && printf '%s\n' "$secret" >"$file.new")
    mv "$file.new" "$file"
  elif [ -n "$kept" ]; then
    echo "Kept the one in $file."
  fi
}

doctor() {
  # Read the settings as systemd does: a shell would run what follows an & or a space.
  local line unit wrong=0
  while read -r line || [ -n "$line" ]; do
    [[ $line =~ ^([A-Z0-9_]+)=[\"\']?(.*[^\"\'])[\"\']?$ ]] || continue
    export "${BASH_REMATCH[1]}=${BASH_REMATCH[2]}"
  done <"$etc/callguide.env"
  export CALLGUIDE_DATA=/var/lib/callguide CALLGUIDE_OIDC_CLIENT_SECRET CALLGUIDE_CONTENT_TOKEN
  CALLGUIDE_OIDC_CLIENT_SECRET=$(cat "$etc/oidc-client-secret")
  CALLGUIDE_CONTENT_TOKEN=$(cat "$etc/content-token" 2>/dev/null) || unset CALLGUIDE_CONTENT_TOKEN
  setpriv --reuid=callguide --regid=callguide --clear-groups callguide doctor || wrong=1
  running || return $wrong
  # For anyone who didn't get a message. A message that was held back because it came too soon after another isn't listed.
  for unit in $(systemctl list-units --failed --plain --no-legend --no-pager 'callguide-*' | cut -d ' ' -f 1); do
    [[ $unit == callguide-doctor.* || $(systemctl show -P Result "$unit") == start-limit-hit ]] ||
      echo "?      ${unit%.service} failed last time: to see why, run sudo journalctl -u $unit -n 20 --no-pager"
  done
  return $wrong
}

secrets() {
  ask_secret "The sign-in provider's client secret" "$etc/oidc-client-secret"
  [ -s "$etc/oidc-client-secret" ] || { echo "Nothing can start without the client secret: run this again." >&2; exit 2; }
  ask_secret "Token for reading the content, if its repository is private" "$etc/content-token"
  local drop_in=/etc/systemd/system/callguide@.service.d
  rm -f "$drop_in/content-token.conf"
  if [ -e "$etc/content-token" ]; then
    mkdir -p "$drop_in"
    printf '%s\n' '[Service]' "LoadCredential=content-token:$etc/content-token" \
      'Environment=CALLGUIDE_CONTENT_TOKEN_FILE=%d/content-token' >"$drop_in/content-token.conf"
  fi
  running || { echo "systemd isn't running here, so nothing was started."; return; }
  # The site's name may have changed since the installation.
  local site
  site=$(sed -n 's|^CALLGUIDE_PUBLIC_URL=https://\([^/]*\).*|\1|p' "$etc/callguide.env")
  sed -i "s|^CALLGUIDE_SITE=.*|CALLGUIDE_SITE=$site|" "$etc/caddy.env"
  systemctl daemon-reload
  systemctl enable --now callguide@8081 callguide-backup.timer callguide-doctor.timer
  systemctl restart callguide@8081 caddy
  # The engine needs a moment, and Caddy a few seconds for its first certificate.
  curl --silent --output /dev/null --retry 10 --retry-all-errors --retry-delay 3 --fail "https://$site/readyz" ||
    systemctl is-active --quiet callguide@8081 || journalctl -u callguide@8081 -n 5 -o cat --no-pager >&2
}

mail() {
  local to host user from port before
  # Offer the previous answers.
  was() { sed -n "s/^$1[ =]//p" "$etc/$2" 2>/dev/null || :; }
  to=$(was MAIL_TO mail.env) host=$(was host msmtprc) port=$(was port msmtprc)
  user=$(was user msmtprc) from=$(was from msmtprc) before=$user
  host+=${port:+:$port}
  ask to "Send messages to"
  ask host "Mail server (host:port, with TLS; the default port is 587)"
  [[ $host == *:* ]] || host+=:587
  ask user "Username there"
  [ "$from" != "$before" ] || from=$user
  ask from "Sender address"
  ask_secret "Password there" "$etc/mail-password"
  [ -s "$etc/mail-password" ] || { echo "Nothing can be sent without the password: run this again." >&2; exit 2; }
  local starttls=on
  [ "${host##*:}" != 465 ] || starttls=off
  (umask 077 && cat >"$etc/msmtprc") <<END
defaults
auth on
tls on
tls_starttls $starttls
timeout 30
account default
host ${host%:*}
port ${host##*:}
user $user
from $from
passwordeval cat $etc/mail-password
END
  printf 'MAIL_TO=%s\n' "$to" >"$etc/mail.env"
  local status=0
  printf 'To: %s\nSubject: Callguide on %s\n\nMail from this machine works.\n' "$to" "$(hostname)" |
    msmtp --file="$etc/msmtprc" -- "$to" || status=$?
  # msmtp has printed what happened; its exit status (sysexits.h) says what to do about it. It's 74 for a server that
  # doesn't answer.
  case $status in
    0)
      echo "A test message is on its way to $to."
      # Messages that couldn't be sent earlier no longer need attention.
      ! running || systemctl reset-failed 'callguide-mail@*' 2>/dev/null || :
      return
      ;;
    68 | 74 | 75) echo "Nothing was sent: $host can't be reached, or doesn't answer. If its name and port are right, the provider of this" \
      "machine may be blocking mail. Ask its support to open the port, or use a server with a different one." ;;
    77) echo "Nothing was sent: the server rejected the username or the password. Gmail and others need an app password," \
      "which you create in the account's settings." ;;
    *) echo "Nothing was sent, for the reason above. The sender address has to be one that this user may send from," \
      "and the port one for mail with TLS: 587 or 465." ;;
  esac >&2
  echo "Then run this again; press Enter to keep an answer." >&2
  exit 1
}

copy() {
  # Don't create the file beforehand: without a remote in it, every night's copy would fail.
  (umask 077 && rclone --config "$etc/rclone.conf" config)
  [ -s "$etc/rclone.conf" ] || { echo "Nothing can be copied without a remote: run this again." >&2; exit 2; }
  local place
  place=$(sed -n 's/^BACKUP_COPY=//p' "$etc/backup.env")
  # Check this here: rclone would only say that it didn't find a section.
  rclone --config "$etc/rclone.conf" listremotes | grep -qxF -- "${place%%:*}:" || {
    echo "No remote is named ${place%%:*}, but BACKUP_COPY in $etc/backup.env is $place. Change that, or run this again and" \
      "rename the remote (r)." >&2
    exit 2
  }
  running || { echo "systemd isn't running here, so nothing was copied."; return; }
  # Use the service that copies every night: it has fewer rights here than root.
  systemctl start callguide-copy || {
    journalctl -u callguide-copy -n 8 -o cat --no-pager >&2
    echo "Nothing was copied. Correct the remote (e), or BACKUP_COPY in $etc/backup.env, and run this again." >&2
    exit 1
  }
  if compgen -G '/var/backups/callguide/*.age' >/dev/null; then
    echo "The backups are at $place, and each night's backup will be copied there once it's made."
  else
    echo "$place can be reached, but there's no backup to copy yet. Make one, which is copied at once:" \
      "sudo systemctl start callguide-backup"
  fi
}

case ${1-} in
  '') secrets && doctor ;;
  doctor | mail | copy) "$1" ;;
  *) sed -n '3,6s/^# *//p' "$0" >&2 && exit 2 ;;
esac
