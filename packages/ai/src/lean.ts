/**
 * `import '@dreb/ai/lean'`: from then on OpenAI Chat Completions, Responses, Azure OpenAI and Anthropic Messages go
 * through `fetch`, and no SDK is loaded. Requests, messages and errors are the same; what an SDK says about itself
 * (`user-agent`, `x-stainless-*`) is not sent. For where size and cold start count: edge functions, browsers, commands.
 */
import { useLeanTransport } from './http/lean.ts'

useLeanTransport()
