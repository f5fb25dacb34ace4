/**
 * A conforming OpenID Connect provider (npm `oidc-provider`) that behaves like the first real one: it lets people choose an
 * account, puts the email address into the ID token, names an account's organization (`hd`), revokes a whole grant when one
 * of its tokens is revoked, and severs the popup's opener.
 */
import { createServer } from 'node:http';
import Provider, { interactionPolicy } from 'oidc-provider';

const clientId = 'callguide-e2e';
export const clientSecret = 'for tests only';

/** The accounts; the id is the subject. */
export const accounts = {
  listed: { email: 'volunteer@example.org', email_verified: true, name: 'Lis Listed' },
  own: { email: 'own@helpers.example.net', email_verified: true, hd: 'helpers.example.net', name: 'Owen Own' },
  stranger: { email: 'stranger@else.example.com', email_verified: true, name: 'Sam Stranger' },
  unverified: { email: 'admin@example.org', email_verified: false, name: 'Uma Unverified' },
  foreign: { email: 'boss@helpers.example.net', email_verified: true, hd: 'else.example.com', name: 'Finn Foreign' },
};

/** @param {number} port 0 for any */
export async function startProvider(port = 0) {
  const server = createServer();
  await new Promise((done) => server.listen(port, '127.0.0.1', () => done(undefined)));
  const at = server.address();
  const issuer = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;

  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: ['https://callguide.example.org/auth/callback'] }],
    claims: { email: ['email', 'email_verified', 'hd'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['for tests only'] },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true, allowedPolicy: () => true } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    revokeGrantPolicy: () => true,
    ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
  });
  // The engine's port isn't known until it runs.
  provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/127\.0\.0\.1:\d+\/auth\/callback$/.test(uri);

  /** @type {string[]} */
  const grants = [];
  const choose = async (request, response, id) => {
    const grant = new provider.Grant({ accountId: id, clientId });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    grants.push(grantId);
    const result = { login: { accountId: id }, select_account: {}, consent: { grantId } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  const page = (names) => `<!doctype html><html lang="en"><title>Choose an account</title><h1>Choose an account</h1>
    <form method="post">${names.map((id) => `<button name="account" value="${id}">${accounts[id].name}</button>`).join('')}
    <button name="account" value="">Cancel</button></form></html>`;

  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      callback(request, response);
      return;
    }
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', async () => {
      const { prompt } = await provider.interactionDetails(request, response);
      if (request.method !== 'POST') {
        response.writeHead(200, { 'content-type': 'text/html', 'cross-origin-opener-policy': 'same-origin' });
        response.end(page(prompt.name === 'select_account' ? Object.keys(accounts) : []));
        return;
      }
      const id = new URLSearchParams(body).get('account') ?? '';
      const cancelled = { error: 'access_denied', error_description: 'The person turned back.' };
      if (id === '') await provider.interactionFinished(request, response, cancelled, { mergeWithLastSubmission: false });
      else await choose(request, response, id);
    });
  });

  return {
    issuer,
    clientId,
    /** Returns how many of the grants that people have given still exist. */
    liveGrants: async () => (await Promise.all(grants.map((id) => provider.Grant.find(id)))).filter(Boolean).length,
    stop: () =>
      new Promise((done) => {
        server.close(() => done(undefined));
        server.closeAllConnections();
      }),
  };
}
