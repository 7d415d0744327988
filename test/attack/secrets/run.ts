import type { Problem } from '../run/summary.ts'
import { attackServer, type Serve } from '../server/attack-server.ts'
import type { Wire } from '../wires/wire.ts'
import type { Echo } from './echoes.ts'
import { leaksIn, plantedSecret } from './leaks.ts'
import type { Outlet, SecretRequest } from './outlets.ts'

const apiKey = plantedSecret('key')
const header = plantedSecret('header')
const modelHeader = plantedSecret('model')
const planted = [apiKey, header, modelHeader]

/** What all requests with secrets have in common: no repeats, and an end before long. */
export const quick = { maxRetries: 0, idleTimeoutMs: 3000, timeoutMs: 5000 }

/** A request with a key, a header of its own and a header of its model, all of them secret. */
export function secretRequest(wire: Wire, origin: string): SecretRequest {
  const model = { ...wire.model(origin), headers: { 'x-model-secret': modelHeader } }
  return { model, options: { ...wire.options, ...quick, apiKey, headers: { 'x-secret': header } } }
}

/** Lets a server repeat all the secrets, and looks for them in what comes out. */
export async function echoed(
  outlet: Outlet,
  serve: (text: string) => Serve,
  echo: Echo,
  wire: Wire,
): Promise<Problem[]> {
  const text = planted.map(echo.of).join(' ')
  const forms = await leaking(outlet, serve(text), wire, (origin) => secretRequest(wire, origin), planted)
  return [...new Set(forms)].map((form) => ({ api: wire.api, text: `repeated ${echo.name}: shown as ${form}` }))
}

/** The forms in which secrets come out of a request to such a server. */
export async function leaking(
  outlet: Outlet,
  serve: Serve,
  wire: Wire,
  request: (origin: string) => SecretRequest,
  secrets: readonly string[],
): Promise<string[]> {
  const server = await attackServer(serve, wire)
  try {
    const text = await outlet(request(server.origin))
    return secrets.flatMap((secret) => leaksIn(text, secret))
  } catch (error) {
    return [`(thrown) ${String(error)}`]
  } finally {
    await server.close()
  }
}
