import type { AgentTexts, TextsOption } from '../types/texts.ts'

/** The texts in Chinese, which an agent uses unless it is given others. */
export const defaultTexts: AgentTexts = {
  unknownTool: (name, available) => `未知工具 "${name}"。可用的工具：${available.join('、') || '无'}。`,
  parseError: (reason) => `参数解析错误：${reason}。请用合法的 JSON 对象重新调用。`,
  invalidArguments: (reason) => `参数不符合工具的定义，未执行。${reason}`,
  toolError: (name, reason) => `执行工具 ${name} 时出错：${reason}`,
  toolTimeout: (name, ms) => `工具 ${name} 在 ${ms} 毫秒内没有完成，已中止。`,
  cutCall: (name) => `对 ${name} 的调用因达到长度上限而不完整，未执行。请缩短参数或拆成几次调用。`,
  missingResult: (name) => `工具 ${name} 没有结果。`,
  abortedToolRound: '用户中断了会话',
  subAgentStopped: (said) => `子 Agent 在完成之前被中止。${said && `到此为止的内容：\n${said}`}`,
  waitingCall: '等待用户批准。',
  deniedCall: (name) => `用户拒绝了对 ${name} 的调用。`,
  lateResult: (name) => `此前等待批准的 ${name} 调用现在有了结果：`,
  handoff: `下面是一段对话记录。请写一份交接文档，让接手的助手不看原文也能继续工作。用以下六个小节，没有内容的写“无”：
1. 断点：正在做什么，做到哪一步
2. 已完成
3. 未完成
4. 记忆：用户的偏好、约定、关键事实
5. 文件：涉及的文件、链接与标识
6. 指示：接下来应如何进行
只输出文档本身。`,
}

/** The texts in English. */
export const englishTexts: AgentTexts = {
  unknownTool: (name, available) => `Unknown tool "${name}". Available tools: ${available.join(', ') || 'none'}.`,
  parseError: (reason) => `The arguments could not be parsed: ${reason}. Call again with a valid JSON object.`,
  invalidArguments: (reason) => `The arguments do not fit the tool, which was not run. ${reason}`,
  toolError: (name, reason) => `Tool ${name} failed: ${reason}`,
  toolTimeout: (name, ms) => `Tool ${name} did not finish within ${ms} ms and was aborted.`,
  cutCall: (name) =>
    `The call of ${name} is incomplete because the length limit was reached; it was not run. Use shorter arguments or several calls.`,
  missingResult: (name) => `Tool ${name} has no result.`,
  abortedToolRound: 'The user interrupted the session',
  subAgentStopped: (said) =>
    `The sub-agent was stopped before it had finished. ${said && `Its output so far:\n${said}`}`,
  waitingCall: 'Waiting for the approval of the user.',
  deniedCall: (name) => `The user refused the call of ${name}.`,
  lateResult: (name) => `The call of ${name}, which waited for approval, now has a result:`,
  handoff: `Below is a conversation. Write a handoff document with which another assistant can go on without reading it. Use these six sections, and write "none" where there is nothing:
1. Breakpoint: what is being done, and how far it is
2. Done
3. Open
4. Memory: preferences of the user, agreements, key facts
5. Files: files, links and ids that matter
6. Instructions: how to go on
Output nothing but the document.`,
}

/**
 * The texts that an option stands for.
 *
 * @throws TypeError for an unknown language
 */
export function textsOf(option: TextsOption = 'zh'): AgentTexts {
  if (option === 'zh') return defaultTexts
  if (option === 'en') return englishTexts
  if (typeof option === 'object') return { ...defaultTexts, ...option }
  throw new TypeError(`Unknown texts ${String(option)}: use 'en', 'zh' or an object with texts`)
}
