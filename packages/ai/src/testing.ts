/** Models for tests: scripted responses, and recordings through `fetch`. Runs anywhere. */
export { recordFetch, type RecordFetch, type RecordOptions } from './testing/record.ts'
export type {
  RecordedChunk,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
  Recording,
  RecordingSource,
} from './testing/recording.ts'
export { replayFetch, type ReplayFetch, type ReplayOptions } from './testing/replay.ts'
export type { ScriptedCall, ScriptedFailure, ScriptedReply } from './testing/scripted-reply.ts'
export {
  type ScriptedAnswer,
  scriptedModel,
  type ScriptedRequest,
  scriptedStream,
  type ScriptedStream,
} from './testing/scripted-stream.ts'
