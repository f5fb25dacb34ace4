// The engine on its own: start to ready and memory; then content answers beside nginx serving the
// same bytes as a static file, with wrk, in turns. What isn't installed is said and passed over.
//
// usage: node bench/serve.mjs ENGINE OUT

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, start } from "./engine.mjs";

const [engine, out] = process.argv.slice(2);
const median = (values) => at(values, 0.5);

const starts = [];
for (let i = 0; i < 10; i++) {
  const run = await start(engine);
  starts.push(run.took);
  await run.stop();
}
console.log(`start to ready, 10 runs: median ${median(starts).toFixed(0)} ms, slowest ${Math.max(...starts).toFixed(0)} ms`);

const { url, signIn, resident, stop } = await start(engine);
const cookie = await signIn();
const content = await (await fetch(`${url}/api/content`, { headers: { cookie } })).json();
const code = content.states[0].code;
console.log(`resident after sign-in and the first answers: ${resident().toFixed(1)} MB`);

const has = (name) => {
  try {
    execFileSync("which", [name]);
    return true;
  } catch {
    return false;
  }
};
if (!has("nginx") || !has("wrk")) {
  console.log("nginx and wrk are not both installed: the comparison with nginx is passed over");
  await stop();
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "callguide-nginx-"));
mkdirSync(join(folder, "files"));
const body = Buffer.from(await (await fetch(`${url}/api/tree/${code}`, { headers: { cookie, "accept-encoding": "identity" } })).arrayBuffer());
writeFileSync(join(folder, "files", "tree.json"), body);
const port = 18_000 + (process.pid % 1_000);
writeFileSync(
  join(folder, "nginx.conf"),
  `worker_processes 2; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=10;
client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${port}; root ${folder}/files; } }`,
);
const nginx = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
await new Promise((done) => setTimeout(done, 500));

const rate = (address, headers) => {
  const text = execFileSync("wrk", ["-t1", "-c16", "-d4s", ...headers, address]).toString();
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1]);
};
const rounds = { engine: [], nginx: [] };
for (let i = 0; i < 3; i++) {
  rounds.engine.push(rate(`${url}/api/tree/${code}`, ["-H", `Cookie: ${cookie}`]));
  rounds.nginx.push(rate(`http://127.0.0.1:${port}/tree.json`, []));
}
const [ours, theirs] = [median(rounds.engine), median(rounds.nginx)];
console.log(`a tree of ${body.length} bytes, access checked each time: engine ${ours.toFixed(0)}/s, nginx ${theirs.toFixed(0)}/s, ratio ${(ours / theirs).toFixed(2)}`);
console.log(`resident after the load: ${resident().toFixed(1)} MB`);
writeFileSync(join(out, "serve.json"), JSON.stringify({ starts, rounds }, null, 2));
nginx.kill();
await stop();
rmSync(folder, { recursive: true, force: true });
