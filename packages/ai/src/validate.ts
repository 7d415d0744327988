/** `@dreb/ai/validate`: tool arguments checked synchronously. */
export {
  type CallToValidate,
  type ToolToValidate,
  validateToolArguments,
  validateToolCall,
  type ValidArguments,
} from './tools/validate.ts'
export type { Problem } from './tools/problem.ts'
