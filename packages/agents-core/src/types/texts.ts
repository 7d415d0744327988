/** What a model is told when something goes wrong. */
export interface AgentTexts {
  /** It called a tool that is not registered. */
  readonly unknownTool: (name: string, available: readonly string[]) => string
  /** Its arguments are not JSON. */
  readonly parseError: (reason: string) => string
  /** A tool, or a hook in front of it, failed. */
  readonly toolError: (name: string, reason: string) => string
  /** Its answer was cut off inside the call. */
  readonly cutCall: (name: string) => string
  /** A stored call has no result that could be sent. */
  readonly missingResult: (name: string) => string
}

/** The texts an agent uses unless it is given others. */
export const defaultTexts: AgentTexts = {
  unknownTool: (name, available) => `未知工具 "${name}"。可用的工具：${available.join('、') || '无'}。`,
  parseError: (reason) => `参数解析错误：${reason}。请用合法的 JSON 对象重新调用。`,
  toolError: (name, reason) => `执行工具 ${name} 时出错：${reason}`,
  cutCall: (name) => `对 ${name} 的调用因达到长度上限而不完整，未执行。请缩短参数或拆成几次调用。`,
  missingResult: (name) => `工具 ${name} 没有结果。`,
}
