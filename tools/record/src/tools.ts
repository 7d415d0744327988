import { readFile } from 'node:fs/promises'

import type { Tool } from '@dreb/ai'

/** A tool, and what it answers to whatever it is asked. */
export interface AnsweringTool extends Tool {
  parameters: Record<string, unknown>
  answer: string
}

/**
 * Reads tools from a JSON file.
 *
 * @throws Error that names the file and says what is wrong with it.
 */
export async function readTools(path: string | undefined): Promise<AnsweringTool[]> {
  if (path === undefined) return []
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`Tools cannot be read from ${path}`, { cause: error })
  })
  const tools = parse(text, path)
  if (Array.isArray(tools) && tools.every(isTool)) return tools
  throw new Error(`${path} must hold a list of { "name", "description", "parameters", "answer" }`)
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Error(`${path} is not JSON`, { cause: error })
  }
}

function isTool(value: unknown): value is AnsweringTool {
  if (typeof value !== 'object' || value === null) return false
  const { name, description, parameters, answer } = value as Partial<Record<keyof AnsweringTool, unknown>>
  const isText = [name, description, answer].every((field) => typeof field === 'string')
  return isText && typeof parameters === 'object' && parameters !== null
}
