import type { Model } from '../message/model.ts'

type Named = Pick<Model, 'id'>

/**
 * Whether the model knows the level `xhigh`: GPT from 5.2, Claude Opus from 4.6 and every Claude from 5, Qwen from 3.8.
 * For others the level is clamped to `high`.
 */
export function supportsXhigh({ id }: Named): boolean {
  if (isQwen38OrLater(id) || atLeast(gptVersion(id), 502)) return true
  const claude = claudeVersion(id)
  return atLeast(claude?.version, claude?.family === 'opus' ? 406 : 500)
}

/** Whether the model knows the level `max`: GPT from 5.6, as a whole name (`gpt-5.6`, `gpt-5.6-sol`, `openai/gpt-6-sol`). */
export function supportsMax({ id }: Named): boolean {
  return /^(?:[^/]+\/)?gpt-[\d.]+(?:-|$)/.test(id) && atLeast(gptVersion(id), 506)
}

/** Whether the model decides itself how much to think (Claude from 4.6): it takes an effort, not a budget of tokens. */
export function supportsAdaptiveThinking({ id }: Named): boolean {
  return atLeast(claudeVersion(id)?.version, 406)
}

/**
 * Whether the model takes a temperature: not Claude from 4.7, nor OpenAI's reasoning models, of which those from GPT-5.1
 * do while they are told not to think. Known from the errors 400 that users report.
 *
 * @param effort that is sent; undefined: whatever the model does by itself.
 */
export function takesTemperature({ id, reasoning }: Pick<Model, 'id' | 'reasoning'>, effort?: string): boolean {
  if (atLeast(claudeVersion(id)?.version, 407)) return false
  const isOpenAI = isOSeries(id) || atLeast(gptVersion(id), 500)
  return !isOpenAI || !reasoning || (effort === 'none' && atLeast(gptVersion(id), 501))
}

/** Whether the model knows the level `minimal`, which came with GPT-5 and went with 5.1. Of other makers nothing is known. */
export function supportsMinimal({ id }: Named): boolean {
  if (isOSeries(id) || /(^|\/)gpt-(oss|5-codex|5-pro)/.test(id)) return false
  return !atLeast(gptVersion(id), 501)
}

/** Whether the model can be asked to think between two calls of a tool (Claude from 4). Others refuse the question on Bedrock. */
export function supportsInterleavedThinking({ id }: Named): boolean {
  return atLeast(claudeVersion(id)?.version, 400)
}

/** OpenAI's `o1`, `o3`, `o4-mini` and so on. */
function isOSeries(id: string): boolean {
  return /(^|\/)o\d/.test(id)
}

/** Whether an id means Qwen 3.8 or later. A number before `b` is a size: `qwen3-32b` is Qwen 3.0. */
export function isQwen38OrLater(id: string): boolean {
  const [, major, minor] = /qwen-?(\d)(?:\.(\d+))?(?![\d.]*b)/i.exec(id) ?? []
  return atLeast(toVersion(major, minor), 308)
}

/** `gpt-5.6` as 506; undefined for other names, `gpt-4o` among them. */
function gptVersion(id: string): number | undefined {
  const [, major, minor] = /(?<![a-z])gpt-(\d{1,2})(?:\.(\d{1,2}))?(?![\d.a-z])/i.exec(id) ?? []
  return toVersion(major, minor)
}

/** Not a date: `claude-opus-4-20250514` is Opus 4.0, `claude-sonnet-4-6` and `claude-sonnet-4.6` are Sonnet 4.6. */
function claudeVersion(id: string): { family: string; version: number | undefined } | undefined {
  const match = /(opus|sonnet|haiku|fable)-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/i.exec(id)
  return match ? { family: match[1]!.toLowerCase(), version: toVersion(match[2], match[3]) } : undefined
}

/** A number that orders versions, 4.6 as 406. */
function toVersion(major: string | undefined, minor: string | undefined): number | undefined {
  return major === undefined ? undefined : Number(major) * 100 + Number(minor ?? 0)
}

function atLeast(version: number | undefined, wanted: number): boolean {
  return version !== undefined && version >= wanted
}
