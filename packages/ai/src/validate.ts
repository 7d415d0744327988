/** `@dreb/ai/validate`: tool arguments checked synchronously. The functions of `@dreb/ai` return promises. */
export {
  type CallToValidate,
  type ToolToValidate,
  validateToolArgumentsSync,
  validateToolCallSync,
  type ValidArguments,
} from './tools/validate.ts'
export type { Problem } from './tools/problem.ts'
