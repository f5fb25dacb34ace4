/** A stand-in for a load balancer: one address, behind which engines come and go. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Front {
  url: string;
  /** Sends requests (only those to `path`, if given) to the engine at `url` from now on; none if `url` is undefined. */
  to: (url: string | undefined, path?: RegExp) => void;
  stop: () => void;
}

export async function startFront(): Promise<Front> {
  let target: string | undefined;
  let path: RegExp | undefined;
  const server = createServer((asked, answer) => {
    const away = () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end());
    if (target === undefined || path?.test(asked.url ?? '') === false) return void away();
    const { hostname, port } = new URL(target);
    const onward = request({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.on('error', away).pipe(answer);
    });
    answer.on('close', () => onward.destroy());
    asked.pipe(onward.on('error', away));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    to: (url, only) => ([target, path] = [url, only]),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
