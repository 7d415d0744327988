import type { ErrorCode } from './ai-error.ts'

/** Words that vendors use in `code`, `type` or `status` of an error, by what they mean. */
const words: Partial<Record<ErrorCode, string>> = {
  invalid_request:
    'invalid_request invalid_argument invalid_prompt failed_precondition validation invalid_image ' +
    'invalid_image_format invalid_image_url invalid_base64_image image_too_large image_file_too_large image_parse ' +
    'unsupported_image_media_type empty_image_file failed_to_download_image image_file_not_found',
  authentication:
    'authentication invalid_authentication invalid_api_key unauthenticated unrecognized_client expired_token',
  permission: 'permission permission_denied access_denied',
  not_found: 'not_found model_not_found resource_not_found',
  rate_limited: 'rate_limit rate_limit_exceeded rate_limit_reached resource_exhausted throttling',
  quota_exceeded: 'insufficient_quota exceeded_current_quota billing billing_hard_limit_reached service_quota_exceeded',
  overloaded: 'overloaded engine_overloaded unavailable service_unavailable model_not_ready',
  server_error:
    'api server internal internal_server timeout deadline_exceeded model_timeout model_error model_stream_error',
  context_overflow: 'context_length_exceeded model_context_window_exceeded request_too_large',
  content_filter:
    'content_filter content_policy_violation image_content_policy_violation misalignment_policy_violation bio_policy',
}

const codes = new Map(
  Object.entries(words).flatMap(([code, list]) => list.split(' ').map((word) => [plain(word), code as ErrorCode])),
)

/** The code that a vendor's word stands for; undefined for a word that nobody knows. */
export function errorCodeOf(word: string | number | null | undefined): ErrorCode | undefined {
  return typeof word === 'string' ? codes.get(plain(word)) : undefined
}

/** Vendors write one word in several ways: `rate_limit_error`, `NOT_FOUND`, `throttlingException`. */
function plain(word: string): string {
  return word
    .replace(/[^A-Za-z0-9]/g, '')
    .replace(/(error|exception)+$/i, '')
    .toLowerCase()
}
