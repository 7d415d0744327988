import { AIError } from '../../errors/ai-error.ts'
import type { Model } from '../../message/model.ts'
import { withoutTrailingSlashes } from '../../values/trailing-slashes.ts'

/**
 * The address that streams a model's response. Ids that hold a slash are the whole name of a resource (`tunedModels/…`).
 *
 * @throws AIError `invalid_request` for an id that would lead elsewhere
 */
export function googleUrl({ id, wireModelId = id, baseUrl, provider }: Model): string {
  const base = withoutTrailingSlashes(baseUrl || 'https://generativelanguage.googleapis.com/v1beta')
  const name = modelPath(wireModelId, provider)
  return `${base}/${name.includes('/') ? name : `models/${name}`}:streamGenerateContent?alt=sse`
}

/**
 * A model's id as it stands in a path.
 *
 * @throws AIError `invalid_request` for one that holds anything but names between slashes
 */
export function modelPath(id: string, provider: string): string {
  if (id.split('/').every((segment) => /^[\w.:@-]+$/.test(segment) && !/^\.+$/.test(segment))) return id
  const text = `Not a model id: ${id.slice(0, 200)}. Expected letters, digits and . _ : @ - between slashes.`
  throw new AIError('invalid_request', text, { provider })
}
