import { load, names } from '@dreb/fixtures'

/** The bodies of all recordings of a wire format that end as their protocol wants. */
export function fixtureBodies(api: 'openai-completions' | 'anthropic-messages'): { name: string; body: string }[] {
  return names(api).flatMap((name) => {
    const { exchanges } = load(name)
    const whole = exchanges.filter(({ response }) => response.status === 200 && response.ending !== 'drop')
    return whole.map(({ response }, index) => ({
      name: `${name}, response ${index + 1}`,
      body: response.chunks.map(({ text }) => text ?? '').join(''),
    }))
  })
}
