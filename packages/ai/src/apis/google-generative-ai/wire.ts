/**
 * The fields of Gemini's `streamGenerateContent` that are read here, as they really come: nearly everything may be
 * missing. Source: https://ai.google.dev/api/generate-content, and recordings.
 */
export interface GoogleChunk {
  candidates?: GoogleCandidate[] | null
  /** Why there is no response to the prompt. */
  promptFeedback?: { blockReason?: string | number; blockReasonMessage?: string } | null
  usageMetadata?: GoogleUsage | null
  responseId?: string
  modelVersion?: string
  /** A failure inside a stream that began with status 200. */
  error?: unknown
}

/** One response; only the first is ever asked for. */
export interface GoogleCandidate {
  content?: { parts?: (GooglePart | null)[] | null } | null
  /** A word; clients of the protobuf kind get a number. May come more than once, with parts after it. */
  finishReason?: string | number | null
  finishMessage?: string | null
}

/** A part of a response. Other kinds (`executableCode`, `toolCall`, `inlineData`, …) belong to the server or are media. */
export interface GooglePart {
  text?: string | null
  /** The text is a summary of what the model thought. */
  thought?: boolean | null
  /** Opaque; comes on a call, on text, or alone on a part with an empty text. */
  thoughtSignature?: string | null
  functionCall?: GoogleFunctionCall | null
}

/** A call, whole. Without a name it continues the call before it (Vertex, streamed arguments). */
export interface GoogleFunctionCall {
  id?: string | null
  name?: string | null
  /** Missing where the tool takes no arguments; text where a gateway took them over from another API. */
  args?: Record<string, unknown> | string | null
  /** Arguments one value at a time, on request only. */
  partialArgs?: GooglePartialArg[] | null
  /** More of this call is to come. */
  willContinue?: boolean | null
}

/** One value, or a fragment of one, and where in the arguments it belongs. */
export interface GooglePartialArg {
  /** E.g. `$.items[0].name`. */
  jsonPath: string
  stringValue?: string
  numberValue?: number
  boolValue?: boolean
  nullValue?: unknown
  /** The string is not complete. */
  willContinue?: boolean | null
}

/** Tokens so far; each report replaces the one before. The three counts of prompt and response do not overlap. */
export interface GoogleUsage {
  /** Includes `cachedContentTokenCount`. */
  promptTokenCount?: number | null
  cachedContentTokenCount?: number | null
  /** What server tools put into the prompt; not in `promptTokenCount`. */
  toolUsePromptTokenCount?: number | null
  candidatesTokenCount?: number | null
  /** Not in `candidatesTokenCount`. */
  thoughtsTokenCount?: number | null
  /** Vertex AI: how the request was served, which sets the price. */
  trafficType?: string | null
}

/** The body of a request: the fields that are written here. */
export interface GoogleRequest {
  contents: GoogleContent[]
  systemInstruction?: { parts: { text: string }[] }
  tools?: { functionDeclarations: GoogleFunctionDeclaration[] }[]
  toolConfig?: { functionCallingConfig: { mode: 'AUTO' | 'NONE' | 'ANY'; allowedFunctionNames?: string[] } }
  generationConfig?: GoogleGenerationConfig
}

/** A turn. Results of calls are a turn of the user. */
export interface GoogleContent {
  role: 'user' | 'model'
  parts: GoogleRequestPart[]
}

/** One part of a turn, as it is sent. */
export type GoogleRequestPart =
  | { text: string; thought?: true; thoughtSignature?: string }
  | GoogleMediaPart
  | { functionCall: { id?: string; name: string; args: Record<string, unknown> }; thoughtSignature?: string }
  | { functionResponse: GoogleFunctionResponse }

/** Media, inline or at an address. */
export type GoogleMediaPart = { inlineData: GoogleInlineData } | { fileData: GoogleFileData }

/** Base64 media. */
export interface GoogleInlineData {
  mimeType: string
  data: string
}

/** Media at an address of Google's own. */
export interface GoogleFileData {
  fileUri: string
  mimeType?: string
}

/** The result of a call. Models since Gemini 3 take media inside of it. */
export interface GoogleFunctionResponse {
  id?: string
  name: string
  response: { output: string } | { error: string }
  parts?: GoogleMediaPart[]
}

/** A tool: its schema is whole JSON Schema (`parametersJsonSchema`) or the OpenAPI subset (`parameters`), not both. */
export interface GoogleFunctionDeclaration {
  name: string
  description: string
  parameters?: object
  parametersJsonSchema?: object
}

/** How to respond. */
export interface GoogleGenerationConfig {
  temperature?: number
  maxOutputTokens?: number
  thinkingConfig?: GoogleThinkingConfig
}

/** Gemini 2 counts tokens, Gemini 3 knows levels. */
export interface GoogleThinkingConfig {
  includeThoughts?: boolean
  thinkingBudget?: number
  thinkingLevel?: GoogleThinkingLevel
}

/** Levels of thinking that Gemini 3 knows. */
export type GoogleThinkingLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH'
