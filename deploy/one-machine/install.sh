#!/bin/bash
# Installs this release, or upgrades to it, on one machine with one engine: sudo deploy/one-machine/install.sh
# It doesn't start anything that wasn't running: `callguide-setup` does that, after it has asked for the secrets.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=v$(./callguide --version | cut -d ' ' -f 2)

install -D callguide "/opt/callguide/$version/callguide"
ln -sfn "/opt/callguide/$version/callguide" /usr/local/bin/callguide
install -D -m 0755 deploy/one-machine/setup.sh /usr/local/sbin/callguide-setup
install -D -m 0755 deploy/one-machine/backup.sh /usr/local/lib/callguide/backup

install -D -m 0644 deploy/systemd/callguide.sysusers /etc/sysusers.d/callguide.conf
systemd-sysusers /etc/sysusers.d/callguide.conf
install -d -m 0700 -o callguide -g callguide /var/lib/callguide /var/backups/callguide

units=/etc/systemd/system
install -D -m 0644 -t "$units" deploy/systemd/callguide@.service deploy/systemd/callguide-backup.{service,timer} \
  deploy/one-machine/callguide-{copy,doctor,mail@}.service deploy/one-machine/callguide-doctor.timer
install -D -m 0644 deploy/one-machine/encrypted.conf "$units/callguide-backup.service.d/encrypted.conf"
install -D -m 0644 deploy/one-machine/nightly.conf "$units/callguide-backup.timer.d/nightly.conf"
install -D -m 0644 deploy/one-machine/caddy.conf "$units/caddy.service.d/callguide.conf"
for unit in callguide@ callguide-backup callguide-copy caddy; do
  install -D -m 0644 deploy/one-machine/mail.conf "$units/$unit.service.d/mail.conf"
done
for unit in callguide@ caddy; do
  install -D -m 0644 deploy/one-machine/crash.conf "$units/$unit.service.d/crash.conf"
done
# Caddy's own variables: the site, and the one engine, entered twice because the configuration is for two.
site=$(sed -n 's|^CALLGUIDE_PUBLIC_URL=https://\([^/]*\).*|\1|p' /etc/callguide/callguide.env)
printf '%s\n' "CALLGUIDE_SITE=$site" CALLGUIDE_ENGINE_1=127.0.0.1:8081 CALLGUIDE_ENGINE_2=127.0.0.1:8081 \
  >/etc/callguide/caddy.env
# The previous Caddyfile, if it differs, is kept beside the new one.
if ! cmp -s deploy/caddy/Caddyfile /etc/caddy/Caddyfile; then
  install -D -m 0644 --backup=simple --suffix=.before deploy/caddy/Caddyfile /etc/caddy/Caddyfile
  echo "/etc/caddy/Caddyfile is now this release's. The previous one is kept as Caddyfile.before."
fi

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart 'callguide@*' caddy
fi
echo "Callguide $version is installed."
[ -e /etc/callguide/oidc-client-secret ] || echo "Next: sudo callguide-setup"
