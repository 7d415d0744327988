import { AIError, type AssistantMessage, emptyUsage, type Model, type Refusal, errorText } from '@dreb/ai'

const abortText = 'Request was aborted'

/** The message of a request that was aborted, with what there was of it. */
export function abortedMessage(model: Model, partial?: AssistantMessage): AssistantMessage {
  const error = { errorMessage: abortText, errorCode: 'aborted', retryable: false } as const
  return { ...(partial ?? nothingYet(model)), stopReason: 'aborted', ...error }
}

/** The message of a request that failed, with what there was of it. */
export function failedMessage(model: Model, error: unknown, partial?: AssistantMessage): AssistantMessage {
  const { code, message, retryable, retryAfterMs } = factsOf(error)
  return {
    ...(partial ?? nothingYet(model)),
    stopReason: 'error',
    errorMessage: message,
    errorCode: code,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

/** A failed or aborted message as it must be once the signal has fired: an abort is never an error. */
export function asAborted(message: AssistantMessage): AssistantMessage {
  const { errorMessage = abortText } = message
  return { ...message, stopReason: 'aborted', errorMessage, errorCode: 'aborted', retryable: false }
}

/** A refused response as it must be: an error that is final. */
export function asRefused(message: AssistantMessage, { explanation }: Refusal): AssistantMessage {
  const { errorMessage = explanation ?? 'The model declined to answer', errorCode = 'refusal' } = message
  return { ...message, stopReason: 'error', errorMessage, errorCode, retryable: false }
}

function nothingYet({ api, provider, id }: Model): AssistantMessage {
  return {
    role: 'assistant',
    content: [{ type: 'text', text: '' }],
    api,
    provider,
    model: id,
    usage: emptyUsage(),
    stopReason: 'error',
    timestamp: Date.now(),
  }
}

type FailureFacts = Pick<AIError, 'code' | 'message' | 'retryable' | 'retryAfterMs'>

function factsOf(error: unknown): FailureFacts {
  return isAIError(error) ? error : new AIError('unexpected', errorText(error))
}

/** Also an error of another copy of `@dreb/ai`, which is no instance of ours. */
function isAIError(error: unknown): error is FailureFacts {
  try {
    return error instanceof AIError || (error instanceof Error && error.name === 'AIError' && 'code' in error)
  } catch {
    return false
  }
}
