/** `@dreb/ai/validate`: tool arguments checked synchronously. */
export {
  type CallToValidate,
  type ToolToValidate,
  validateToolArguments,
  validateToolCall,
  type ValidArguments,
} from './validate/arguments.ts'
export type { Problem } from './validate/problem.ts'
