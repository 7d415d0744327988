import { AIError } from '../../errors/ai-error.ts'
import type { Model } from '../../message/model.ts'
import { anthropicHostOf } from './host.ts'

/**
 * The path of a request, behind the base URL. On Vertex it names the model.
 *
 * @throws AIError `invalid_request` for a model id that would lead elsewhere
 */
export function anthropicPath(model: Model): string {
  if (anthropicHostOf(model) !== 'vertex') return '/v1/messages'
  const id = model.wireModelId ?? model.id
  if (/^[\w.:@-]+$/.test(id) && !/^\.+$/.test(id)) return `/models/${id}:streamRawPredict`
  const text = `Not a model id: ${id.slice(0, 200)}. Expected letters, digits and . _ : @ -.`
  throw new AIError('invalid_request', text, { provider: model.provider })
}
