/** The base URL of OpenAI itself. */
export const openaiUrl = 'https://api.openai.com/v1'
