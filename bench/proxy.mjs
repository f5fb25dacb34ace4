// Starts a proxy with the shipped configuration, in front of one engine. Only addresses, paths, and nginx's user
// differ from the files, and there's no TLS, as in engine/tests/operations/proxy.rs.

import { spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "./engine.mjs";

const shipped = (name) => readFileSync(join(root, "deploy", name), "utf8");

/** Replaces each of `pairs` in `text`; throws if `text` doesn't contain one. */
const put = (text, pairs) =>
  pairs.reduce((text, [what, by]) => {
    if (!text.includes(what)) throw new Error(`"${what}" isn't in what ships`);
    return text.replaceAll(what, by);
  }, text);

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Writes a proxy's files into `base`; returns its arguments and environment. */
const kinds = {
  nginx(base, engine, address) {
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${base}/${kind};`);
    const main = put(shipped("nginx/nginx.conf"), [
      ["user www-data;", process.getuid() === 0 ? "user root root;" : ""],
      ["/run/nginx.pid", `${base}/nginx.pid`],
      ["/var/log/nginx", base],
      ["/etc/nginx/conf.d/*.conf", `${base}/callguide.conf`],
      ["http {", `http { ${folders.join(" ")}`],
    ]);
    const site = put(shipped("nginx/callguide.conf").replaceAll(/^ *(listen \[::\]|ssl_).*\n/gm, ""), [
      ["127.0.0.1:8081", engine],
      ["127.0.0.1:8082", engine],
      ["listen 80", `listen unix:${base}/plain`],
      ["listen 443 ssl http2", `listen ${address}`],
      ["server_name callguide.example.org", "server_name 127.0.0.1"],
      ["/var/log/nginx", base],
    ]);
    writeFileSync(join(base, "nginx.conf"), main);
    writeFileSync(join(base, "callguide.conf"), site);
    return { args: ["-c", join(base, "nginx.conf"), "-p", base, "-g", "daemon off;"] };
  },
  caddy(base, engine, address) {
    writeFileSync(join(base, "Caddyfile"), put(shipped("caddy/Caddyfile"), [["\n{\n", "\n{\n\tadmin off\n"]]));
    return {
      args: ["run", "--adapter", "caddyfile", "--config", join(base, "Caddyfile")],
      env: { HOME: base, XDG_DATA_HOME: base, XDG_CONFIG_HOME: base, CALLGUIDE_SITE: `http://${address}`, CALLGUIDE_ENGINE_1: engine, CALLGUIDE_ENGINE_2: engine },
    };
  },
};

/** Starts `kind` ("nginx" or "caddy") in front of the engine at `engine`, and waits until it responds. */
export async function startProxy(kind, engine) {
  const base = mkdtempSync(join(tmpdir(), "callguide-proxy-"));
  const address = `127.0.0.1:${await freePort()}`;
  const { args, env } = kinds[kind](base, new URL(engine).host, address);
  const log = join(base, "log");
  const child = spawn(kind, args, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", openSync(log, "w")] });
  const ended = new Promise((done) => child.once("exit", done));
  const url = `http://${address}`;
  while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${kind} ended:\n${readFileSync(log, "utf8")}`);
    await pause(50);
  }
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(base, { recursive: true });
  };
  return { url, stop };
}
