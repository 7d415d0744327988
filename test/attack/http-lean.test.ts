// The same without the official SDKs.
import '@dreb/ai/lean'
import { describeAttacks } from './run/describe-attacks.ts'
import { anthropic } from './wires/anthropic.ts'
import { openaiCompletions } from './wires/chat.ts'
import { azureResponses, openaiResponses } from './wires/responses.ts'

describeAttacks([openaiCompletions, openaiResponses, azureResponses, anthropic])
