/**
 * What `orrery serve` is compared with: `node peer.js fastify|http BODY` answers every path with this JSON. fastify has a route
 * with a schema of the answer, so that its serialiser is compiled; `http` is node:http with a constant text, the least that a server
 * on it can do. Prints its port.
 */
import { createServer } from 'node:http';
import fastify from 'fastify';

const [kind, text] = process.argv.slice(2);
const body = JSON.parse(text);

/** The JSON schema of a value, as an author of the route would write it. */
function schemaOf(value) {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? {} : schemaOf(value[0]) };
  if (typeof value !== 'object') return { type: Number.isInteger(value) ? 'integer' : typeof value };
  const properties = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]),
  );
  return { type: 'object', properties };
}

async function viaFastify() {
  const app = fastify();
  app.get('*', { schema: { response: { 200: schemaOf(body) } } }, () => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

async function viaHttp() {
  const length = Buffer.byteLength(text);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
    response.end(text);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

const server = await (kind === 'fastify' ? viaFastify() : viaHttp());
process.stdout.write(`${server.address().port}\n`);
