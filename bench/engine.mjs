// Starts an engine for a measurement: on a free port, with an empty data folder and the development sign-in.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

/** The development sign-in's code. */
const code = "for-measurements";

/** Returns a quantile: a `share` of `values` is below it. */
export const at = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** Returns the CPU seconds that processes have used. */
export const cpu = (...pids) =>
  pids
    .map((pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" "))
    .reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) / 100, 0);

/** Signs in one of the development sign-in's people; returns the cookie, or `undefined` if the sign-in failed. */
export async function signInAt(url, email) {
  const body = new URLSearchParams({ email, code });
  const signedIn = await fetch(`${url}/auth/development`, { method: "POST", body, redirect: "manual" });
  await signedIn.body?.cancel();
  return signedIn.headers.get("set-cookie")?.split(";")[0];
}

/**
 * Starts the engine on `content`, with `more` options, and waits until it's ready; `took` is that time in milliseconds.
 * `stop` ends it and removes its data.
 */
export async function start(engine, content = join(root, "content"), more = []) {
  const data = mkdtempSync(join(tmpdir(), "callguide-bench-"));
  const began = performance.now();
  const options = ["serve", "--listen", "127.0.0.1:0", "--content", content, "--data", data, "--log", "error", ...more];
  const child = spawn(resolve(engine), options, { cwd: data, env: { ...process.env, CALLGUIDE_DEVELOPMENT_CODE: code } });
  child.stderr.on("data", (chunk) => process.stderr.write(chunk));
  const url = await new Promise((done, fail) => {
    child.stdout.on("data", (chunk) => {
      const found = /http:\/\/[\d.:]+/.exec(chunk.toString());
      if (found) done(found[0]);
    });
    child.once("exit", (code) => fail(new Error(`the engine ended with ${code}`)));
  });
  const ready = await fetch(`${url}/readyz`);
  if (ready.status !== 200) throw new Error(`not ready: ${ready.status}`);
  const took = performance.now() - began;
  const signIn = async () => {
    const cookie = await signInAt(url, "volunteer@example.org");
    if (!cookie) throw new Error("the volunteer can't sign in");
    return cookie;
  };
  /** Returns the resident memory in megabytes. */
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
  const stop = async () => {
    child.removeAllListeners("exit");
    const ended = new Promise((done) => child.once("exit", done));
    child.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  return { child, url, took, signIn, resident, stop };
}
