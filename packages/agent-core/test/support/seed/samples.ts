/** A code sample of the document, and the least around it that makes a program. */
interface Sample {
  name: string
  /** First and last line of the sample in the document, and which occurrence of the first. */
  from: string
  to: string
  occurrence?: number
  before?: string
  after?: string
  /** Lines that stand for something else in the document: types where values belong, and dots. */
  instead?: Record<string, string>
  /** What the program prints when it is run; it is not run without. */
  prints?: string
}

const agentClass = 'import { Agent } from "@dreb/agent-core";\n'
const getModel = 'import { getModel } from "@dreb/ai";\n'
const openai = 'getModel("openai", "gpt-4o")'
const anAgent = `${agentClass}${getModel}const agent = new Agent({ initialState: { model: ${openai} } });\n`
const lastText =
  'const last = agent.state.messages.at(-1);\n' +
  'console.log(last?.role === "assistant" ? last.content.map((block) => block.type === "text" ? block.text : "").join("") : "");\n'

const samples: Sample[] = [
  {
    name: 'quick start',
    from: 'import { Agent } from "@dreb/agent-core";',
    to: 'await agent.prompt("Hello!");',
    prints: 'From the recording.',
  },
  {
    name: 'continue',
    from: '// After an error, retry from current state',
    to: 'await agent.continue();',
    before: `${anAgent}agent.appendMessage({ role: "user", content: "Hello", timestamp: 1 });\n`,
    after: lastText,
    prints: 'From the recording.',
  },
  {
    name: 'agent_start',
    from: '{ type: "agent_start", model: { provider: "anthropic", id: "claude-sonnet-4-6" }, thinkingLevel: "high" }',
    to: '{ type: "agent_start", model: { provider: "anthropic", id: "claude-sonnet-4-6" }, thinkingLevel: "high" }',
    before: 'import type { AgentEvent } from "@dreb/agent-core";\nexport const event: AgentEvent =\n',
  },
  {
    name: 'options',
    from: 'const agent = new Agent({',
    occurrence: 2,
    to: '});',
    before: `${agentClass}import { streamProxy } from "@dreb/agent-core";
import type { AgentMessage, AgentTool } from "@dreb/agent-core";\n${getModel}
const compactedMessages: AgentMessage[] = [];
const resizedContextModel = ${openai};
const pruneOldMessages = (messages: AgentMessage[]) => messages.slice(-20);
const refreshToken = async () => "token";
const tools: AgentTool<any>[] = [];
`,
    instead: {
      'systemPrompt: string,': 'systemPrompt: "You are helpful.",',
      'model: Model<any>,': `model: ${openai},`,
      'thinkingLevel: "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max",': 'thinkingLevel: "max",',
      'tools: AgentTool<any>[],': 'tools,',
      'messages: AgentMessage[],': 'messages: [],',
      'convertToLlm: (messages) => messages.filter(...),':
        'convertToLlm: (messages) => messages.filter((m) => m.role !== "toolResult"),',
    },
    after: 'console.log(agent.state.thinkingLevel);',
    prints: 'max',
  },
  {
    name: 'state',
    from: 'interface AgentState {',
    to: '}',
    before: `import { Agent } from "@dreb/agent-core";
import type { AgentMessage, AgentTool, ThinkingLevel } from "@dreb/agent-core";
import type { Model } from "@dreb/ai";
`,
    after:
      'export const state: Omit<AgentState, "error"> = new Agent().state;\nexport const error: AgentState["error"] | undefined = new Agent().state.error;',
  },
  {
    name: 'prompts',
    from: '// Text prompt',
    to: 'await agent.prompt({ role: "user", content: "Hello", timestamp: Date.now() });',
    before: `${anAgent}const base64Data = "iVBORw0KGgo=";\n`,
    after: 'console.log(agent.state.messages.length, agent.state.error);',
    prints: '6 undefined',
  },
  {
    name: 'state methods',
    from: 'agent.setSystemPrompt("New prompt");',
    to: 'agent.reset();  // Clear everything',
    before: `${anAgent}import type { AgentMessage, AgentTool } from "@dreb/agent-core";
const myTool: AgentTool = { name: "t", label: "T", description: "t", parameters: { type: "object" }, execute: async () => ({ content: [] }) };
const message: AgentMessage = { role: "user", content: "Hello", timestamp: 1 };
const newMessages = [message];
`,
    after: 'console.log(agent.state.messages.length, agent.state.systemPrompt, agent.toolExecution);',
    prints: '0 New prompt sequential',
  },
  {
    name: 'session and thinking budgets',
    from: 'agent.sessionId = "session-123";',
    to: '};',
    before: anAgent,
    after: 'console.log(agent.sessionId, agent.thinkingBudgets?.low);',
    prints: 'session-123 512',
  },
  {
    name: 'control',
    from: 'agent.abort();           // Cancel current operation',
    to: 'await agent.waitForIdle(); // Wait for completion',
    before: anAgent,
    after: 'console.log(agent.state.isStreaming);',
    prints: 'false',
  },
  {
    name: 'events',
    from: 'const unsubscribe = agent.subscribe((event) => {',
    to: 'unsubscribe();',
    before: anAgent,
    after: 'await agent.prompt("Hello");\nconsole.log("silent");',
    prints: 'silent',
  },
  {
    name: 'steering and follow-ups',
    from: 'agent.setSteeringMode("one-at-a-time");',
    to: 'agent.clearAllQueues();',
    before: anAgent,
    after: 'console.log(steeringMode, followUpMode, agent.hasQueuedMessages());',
    prints: 'one-at-a-time one-at-a-time false',
  },
  {
    name: 'messages of the application, and how they are converted',
    from: 'declare module "@dreb/agent-core" {',
    to: 'const msg: AgentMessage = { role: "notification", text: "Info", timestamp: Date.now() };',
    before: `${agentClass}import type { AgentMessage } from "@dreb/agent-core";\n${getModel}`,
    after: `
// @ts-expect-error nobody declared such a message
export const other: AgentMessage = { role: "notice", text: "Info", timestamp: 1 };
const agent = new Agent({
  convertToLlm: (messages) => messages.flatMap(m => {
    if (m.role === "notification") return []; // Filter out
    return [m];
  }),
});
agent.setModel(${openai});
await agent.prompt([msg, { role: "user", content: "Hello", timestamp: 2 }]);
console.log(agent.state.messages.map((message) => message.role).join());
`,
    prints: 'notification,user,assistant',
  },
  {
    name: 'a tool',
    from: 'import { Type } from "@sinclair/typebox";',
    to: 'agent.setTools([readFileTool]);',
    before: `import * as fs from "node:fs/promises";\nimport type { AgentTool } from "@dreb/agent-core";\n${anAgent}`,
    after:
      'await agent.prompt("Read it.");\nfor (const message of agent.state.messages) if (message.role === "toolResult") console.log(message.isError, JSON.stringify(message.details));',
    prints: 'false {"path":"./package.json"',
  },
  {
    name: 'failures of a tool',
    from: 'execute: async (toolCallId, params, signal, onUpdate) => {',
    occurrence: 2,
    to: '}',
    before: `import * as fs from "node:fs";
import type { AgentTool } from "@dreb/agent-core";
import { Type } from "@sinclair/typebox";
${anAgent}
const tool: AgentTool = { name: "read_missing", label: "Read", description: "Reads", parameters: Type.Object({ path: Type.String() }),
`,
    after: `};
agent.setTools([tool]);
await agent.prompt("Read it.");
for (const message of agent.state.messages) if (message.role === "toolResult") console.log(message.isError, message.content);
`,
    prints: 'File not found: ./nowhere',
  },
  {
    name: 'proxy',
    from: 'import { Agent, streamProxy } from "@dreb/agent-core";',
    to: '});',
    after: `${getModel}agent.setModel(${openai});\nawait agent.prompt("Hello");\n${lastText}`,
    prints: 'From the recording.',
  },
  {
    name: 'low-level loop',
    from: 'import { agentLoop, agentLoopContinue } from "@dreb/agent-core";',
    to: 'for await (const event of agentLoopContinue(context, config)) {',
    before: `${getModel}import type { AgentContext, AgentLoopConfig, AgentMessage } from "@dreb/agent-core";\n`,
    instead: {
      // Without a type its role is any string; and the loop leaves the context as it is, so there is something to continue from.
      'const userMessage = { role: "user", content: "Hello", timestamp: Date.now() };':
        'const userMessage: AgentMessage = { role: "user", content: "Hello", timestamp: Date.now() };\ncontext.messages.push(userMessage);',
    },
    after: '  console.log(event.type);\n}\nconsole.log("both ended");',
    prints: 'both ended',
  },
]

/** The programs, from the text of the document. */
export function programsOf(document: string): { name: string; code: string; prints: string | undefined }[] {
  const lines = document.split('\n').map((text) => text.trimEnd())
  return samples.map((sample) => ({ name: sample.name, code: programOf(lines, sample), prints: sample.prints }))
}

function programOf(
  lines: readonly string[],
  { name, from, to, occurrence = 1, before, after, instead = {} }: Sample,
): string {
  const starts = lines.flatMap((text, at) => (text.trim() === from ? [at] : []))
  const start = starts[occurrence - 1]
  const length =
    start === undefined
      ? -1
      : lines.slice(start).findIndex((text) => (to === '}' || to === '});' || to === '};' ? text : text.trim()) === to)
  if (start === undefined || length < 0) throw new Error(`The document has no sample "${name}"`)
  const sample = lines.slice(start, start + length + 1).map((text) => instead[text.trim()] ?? text)
  return `${before ?? ''}${sample.join('\n')}\n${after ?? ''}\nexport {};\n`
}
