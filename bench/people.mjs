// Sets up people at a sign-in provider, and signs them in as browsers do. The provider is the one that the tests use,
// which is installed in web/.

import { accounts, clientSecret, startProvider } from "../web/e2e/oidc/provider.mjs";

const domain = "helpers.example.net";

/** Starts a provider where `number` people in the organization's domain have accounts; returns the engine's options. */
export async function startPeople(number) {
  for (let n = 0; n < number; n++) {
    accounts[n] = { email: `person-${n}@${domain}`, email_verified: true, hd: domain, name: `Person ${n}` };
  }
  const { issuer, clientId, stop } = await startProvider();
  process.env.CALLGUIDE_OIDC_CLIENT_SECRET = clientSecret;
  const options = ["--oidc-issuer", issuer, "--oidc-client-id", clientId, "--organisation-domain", domain];
  return { options, stop };
}

/** Signs person `n` in at the engine: follows redirects, and chooses her account when asked; returns the cookie. */
export async function signInPerson(url, n) {
  const jar = new Map();
  let at = `${url}/auth/start?mode=window`;
  let status;
  while (at !== undefined && !jar.has("callguide_session")) {
    const cookie = Array.from(jar, (pair) => pair.join("=")).join("; ");
    const body = new URL(at).pathname.startsWith("/interaction/") ? new URLSearchParams({ account: n }) : undefined;
    const answer = await fetch(at, { method: body ? "POST" : "GET", body, headers: { cookie }, redirect: "manual" });
    await answer.body?.cancel();
    status = answer.status;
    for (const set of answer.headers.getSetCookie()) jar.set(...set.split(";")[0].split(/=(.*)/s, 2));
    const next = answer.headers.get("location");
    at = next ? new URL(next, at).href : undefined;
  }
  const session = jar.get("callguide_session");
  if (!session) throw new Error(`person ${n} isn't signed in: the last answer was ${status}`);
  return `callguide_session=${session}`;
}
