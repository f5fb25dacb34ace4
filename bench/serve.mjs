// Measures the engine by itself: the time from start to ready, and memory. Then uses wrk to compare it, in alternating
// runs, with nginx serving the same bytes as a static file: requests per second, and CPU time per request. If nginx or
// wrk isn't installed, it says so and skips that comparison.
//
// usage: node bench/serve.mjs ENGINE OUT

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, cpu, start } from "./engine.mjs";

const [engine, out] = process.argv.slice(2);
const median = (values) => at(values, 0.5);

const starts = [];
for (let i = 0; i < 10; i++) {
  const run = await start(engine);
  starts.push(run.took);
  await run.stop();
}
console.log(`start to ready, 10 runs: median ${median(starts).toFixed(0)} ms, slowest ${Math.max(...starts).toFixed(0)} ms`);

const { child, url, signIn, resident, stop } = await start(engine);
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

/**
 * Returns the requests per second, and the CPU time of `pids` per request in µs. The first also depends on the
 * machine's other load and on wrk itself, which uses the same cores and needs more time for responses with more
 * headers; the second depends only on the server.
 */
const load = (pids, address, headers) => {
  const before = cpu(...pids);
  const text = execFileSync("wrk", ["-t1", "-c16", "-d4s", ...headers, address]).toString();
  const took = cpu(...pids) - before;
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1]), micros: (took * 1e6) / Number(/(\d+) requests in/.exec(text)[1]) };
};
const workers = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, "utf8").trim().split(" ");
const rounds = { engine: [], nginx: [] };
for (let i = 0; i < 3; i++) {
  rounds.engine.push(load([child.pid], `${url}/api/tree/${code}`, ["-H", `Cookie: ${cookie}`]));
  rounds.nginx.push(load(workers, `http://127.0.0.1:${port}/tree.json`, []));
}
const of = (what) => [rounds.engine, rounds.nginx].map((runs) => median(runs.map((run) => run[what])));
const [ours, theirs] = of("rate");
const [our, their] = of("micros");
console.log(`a tree of ${body.length} bytes, access checked each time: engine ${ours.toFixed(0)}/s, nginx ${theirs.toFixed(0)}/s, ratio ${(ours / theirs).toFixed(2)}`);
console.log(`CPU time of each: engine ${our.toFixed(1)} µs, nginx ${their.toFixed(1)} µs, ratio ${(their / our).toFixed(2)}`);
console.log(`resident after the load: ${resident().toFixed(1)} MB`);
writeFileSync(join(out, "serve.json"), JSON.stringify({ starts, rounds }, null, 2));
nginx.kill();
await stop();
rmSync(folder, { recursive: true, force: true });
