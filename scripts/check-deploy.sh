#!/usr/bin/env bash
# Checks the files in `deploy/` with the programs that use them; part of `make test`. If a program isn't installed, a
# warning names it, and its files aren't checked.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missing=()

has() {
  command -v "$1" >/dev/null && return 0
  missing+=("$1")
  return 1
}

# Runs a program's check, and shows its output if it fails.
check() {
  local what=$1
  shift
  if "$@" >"$work/said" 2>&1; then
    echo "ok: $what"
  else
    cat "$work/said" >&2
    echo "FAILED: $what" >&2
    exit 1
  fi
}

if has nginx; then
  # Paths that exist only on an installed system are replaced; TLS stays, with a throwaway certificate.
  if has openssl; then
    openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=callguide.example.org \
      -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null
    sed -e "s|/run/nginx.pid|$work/nginx.pid|; s|/var/log/nginx|$work|; s|/etc/nginx/conf.d/\*|$work/callguide|" \
      -e "$([ "$(id -u)" = 0 ] || echo '/^user /d')" \
      -e "s|^http {|http { client_body_temp_path $work/b; proxy_temp_path $work/p; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;|" \
      deploy/nginx/nginx.conf >"$work/nginx.conf"
    sed -e "s|/etc/letsencrypt/live/callguide.example.org|$work|; s|/var/log/nginx|$work|" \
      deploy/nginx/callguide.conf >"$work/callguide.conf"
    check "nginx -t" nginx -t -e "$work/error.log" -c "$work/nginx.conf" -p "$work"
  fi
fi

if has caddy; then
  export HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work
  check "caddy validate" caddy validate --adapter caddyfile --config deploy/caddy/Caddyfile
  check "caddy validate, one engine" env CALLGUIDE_SITE=callguide.example.org CALLGUIDE_ENGINE_1=127.0.0.1:8081 \
    CALLGUIDE_ENGINE_2=127.0.0.1:8081 caddy validate --adapter caddyfile --config deploy/caddy/Caddyfile
  caddy fmt deploy/caddy/Caddyfile >"$work/Caddyfile" || true
  check "caddy fmt" diff -u deploy/caddy/Caddyfile "$work/Caddyfile"
fi

if has promtool; then
  check "promtool check rules" promtool check rules deploy/prometheus/alerts.yml
  check "promtool test rules" promtool test rules deploy/prometheus/alerts_test.yml
  check "promtool check config" promtool check config --syntax-only deploy/prometheus/prometheus.yml
fi

if has systemd-analyze; then
  mkdir "$work/units"
  # `systemd-analyze` requires that the program exists.
  for unit in deploy/systemd/*.service deploy/systemd/*.timer; do
    sed "s|/usr/local/bin/callguide|/bin/true|; s|/usr/bin/git|/bin/true|" "$unit" >"$work/units/${unit##*/}"
  done
  ln -s callguide@.service "$work/units/callguide@8081.service"
  # `systemd-analyze` only warns about an unknown key.
  silent() { "$@" 2>&1 | tee "$work/warned" && [ ! -s "$work/warned" ]; }
  check "systemd-analyze verify" silent systemd-analyze verify "$work"/units/callguide@8081.service \
    "$work"/units/callguide-*.service "$work"/units/callguide-*.timer
fi

if has systemd-analyze; then
  # The same units with the additions from one-machine/.
  mkdir "$work/one"
  cp -r "$work"/units/callguide* "$work/one"
  for unit in deploy/one-machine/*.service deploy/one-machine/*.timer; do cp "$unit" "$work/one/"; done
  # A stand-in for Caddy's own unit with only what matters here, since Caddy may not be installed.
  printf '%s\n' '[Service]' Type=notify ExecStart=/bin/true >"$work/one/caddy.service"
  install -D -m 0644 deploy/one-machine/caddy.conf "$work/one/caddy.service.d/callguide.conf"
  for unit in callguide@ callguide-backup callguide-copy caddy; do
    install -D -m 0644 deploy/one-machine/mail.conf "$work/one/$unit.service.d/mail.conf"
  done
  for unit in callguide@ caddy; do
    install -D -m 0644 deploy/one-machine/crash.conf "$work/one/$unit.service.d/crash.conf"
  done
  install -D -m 0644 deploy/one-machine/nightly.conf "$work/one/callguide-backup.timer.d/nightly.conf"
  sed "s|/usr/local/lib/callguide/backup|/bin/true|" deploy/one-machine/encrypted.conf \
    >"$work/one/callguide-backup.service.d/encrypted.conf"
  ln -s callguide-mail@.service "$work/one/callguide-mail@callguide-backup.service.service"
  check "systemd-analyze verify, one machine" silent systemd-analyze verify "$work"/one/callguide@8081.service \
    "$work"/one/callguide-{backup,doctor}.{service,timer} "$work"/one/{callguide-copy,caddy}.service \
    "$work/one/callguide-mail@callguide-backup.service.service"
fi

if has cloud-init; then
  check "cloud-init schema" cloud-init schema --config-file deploy/one-machine/cloud-init.yaml
fi

if has shellcheck; then
  check "shellcheck" shellcheck deploy/one-machine/*.sh
fi

if docker compose version >/dev/null 2>&1; then
  check "docker compose config" env CALLGUIDE_SITE=callguide.example.org CALLGUIDE_OIDC_CLIENT_ID=x CONTENT=/srv \
    docker compose -f deploy/docker/compose.yaml config -q
else
  missing+=("docker compose")
fi

for name in "${missing[@]}"; do
  echo "SKIPPED: $name isn't installed, so the files for it weren't checked" >&2
done
