import { type Profiled, profileOf } from '../../models/profile.ts'

/**
 * Whether a model of Bedrock is one of Anthropic's. An ARN of an own inference profile does not tell: give such a model a
 * `profile` with `thinkingControl`.
 */
export function isClaude({ id }: Pick<Profiled, 'id'>): boolean {
  return /anthropic[./]|claude/i.test(id)
}

/** Whether it is told how much to think in Claude's fields, the only ones that Bedrock passes on. */
export function thinksAsClaude(model: Profiled): boolean {
  const { thinkingControl } = profileOf(model)
  return thinkingControl === 'adaptive' || thinkingControl === 'budget'
}
