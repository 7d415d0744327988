import { ownValue } from '../values/json.ts'
import type { ErrorCode } from './ai-error.ts'

/** What providers put into `code`, `type` or `status` of an error, by its meaning. */
const words: Partial<Record<ErrorCode, string>> = {
  invalid_request:
    'invalid_request invalid_argument invalid_parameter invalid_prompt failed_precondition validation bad_request ' +
    'unprocessable_entity invalid_image invalid_image_format invalid_image_url invalid_base64_image image_too_large ' +
    'image_file_too_large image_parse unsupported_image_media_type empty_image_file failed_to_download_image ' +
    'image_file_not_found',
  authentication:
    'authentication invalid_authentication invalid_api_key unauthenticated unauthorized unrecognized_client expired_token',
  permission: 'permission permission_denied access_denied forbidden usage_not_included',
  not_found: 'not_found model_not_found resource_not_found',
  rate_limited:
    'rate_limit rate_limited rate_limit_exceeded rate_limit_reached resource_exhausted too_many_requests throttling ' +
    'throttling.rate_quota throttling.allocation_quota throttling.burst_rate',
  quota_exceeded:
    'insufficient_quota exceeded_current_quota billing billing_hard_limit_reached billing_not_active ' +
    'service_quota_exceeded usage_limit_reached insufficient_balance insufficient_credits payment_required arrearage ' +
    'allocation_quota.free_tier_only',
  overloaded:
    'overloaded engine_overloaded server_is_overloaded model_overloaded slow_down unavailable service_unavailable ' +
    'model_not_ready capacity_exceeded',
  server_error:
    'api server internal internal_server internal_failure timeout deadline_exceeded gateway_timeout bad_gateway ' +
    'model_timeout model_error model_stream_error vector_store_timeout network upstream',
  context_overflow:
    'context_length_exceeded context_window_exceeded model_context_window_exceeded request_too_large ' +
    'exceed_context_size input_too_long prompt_too_long string_above_max_length',
  content_filter: 'content_filter content_policy_violation image_content_policy_violation data_inspection_failed',
}

/** Numbers that z.ai gives in `code`. Source: https://docs.z.ai/api-reference/api-code */
const numbers: Partial<Record<ErrorCode, string>> = {
  authentication: '1000 1001 1002 1003 1004',
  permission: '1112 1220 1311',
  invalid_request: '1210 1212 1213 1214 1215',
  not_found: '1211 1221 1222',
  quota_exceeded: '1113 1304 1308 1309 1310 1313',
  rate_limited: '1302 1303 1305',
  overloaded: '1120 1312',
  server_error: '1230 1234',
  context_overflow: '1261',
  content_filter: '1300 1301',
}

/** Numbers of MiniMax's `base_resp.status_code`. Source: https://platform.minimax.io/docs/api-reference/errorcode */
const baseResponseNumbers: Partial<Record<ErrorCode, string>> = {
  authentication: '1004 2049',
  invalid_request: '1042 2013',
  quota_exceeded: '1008 2056',
  rate_limited: '1002 1039 1041 2045',
  server_error: '1000 1001 1013 1024 1033',
  content_filter: '1026 1027',
}

const codes = byWord(words, numbers)
const baseResponseCodes = byWord(baseResponseNumbers)

function byWord(...tables: readonly Partial<Record<ErrorCode, string>>[]): Readonly<Record<string, ErrorCode>> {
  const entries = tables.flatMap((table) => Object.entries(table))
  return Object.fromEntries(
    entries.flatMap(([code, list]) => list.split(' ').map((word) => [plain(word), code as ErrorCode])),
  )
}

/** The code that a provider's word or number stands for; undefined for one that nobody knows. */
export function errorCodeOf(word: unknown): ErrorCode | undefined {
  if (typeof word === 'number') return ownValue(numbersOnly, String(word))
  if (typeof word !== 'string') return undefined
  // OpenAI: `cyber_policy`, `bio_policy`, and whatever is next.
  return ownValue(codes, plain(word)) ?? (/_policy(_violation)?$/i.test(word) ? 'content_filter' : undefined)
}

const numbersOnly = byWord(numbers)

/** The code that a number of MiniMax's `base_resp` stands for. */
export function baseResponseCodeOf(number: unknown): ErrorCode | undefined {
  return ownValue(baseResponseCodes, String(number))
}

/** Providers write one word in several ways: `rate_limit_error`, `NOT_FOUND`, `throttlingException`. */
function plain(word: string): string {
  return word
    .slice(0, 100)
    .replace(/[^A-Za-z0-9]/g, '')
    .replace(/(error|exception){1,2}$/i, '')
    .toLowerCase()
}
