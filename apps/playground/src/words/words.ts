import type { CallState, TurnStatus } from '../conversation/conversation.ts'
import type { Language, Theme } from '../session/preferences.ts'
import type { RunStatus } from '../timeline/run-state.ts'

/** Every text of the playground. */
export interface Words {
  title: string
  recordings: string
  agents: string
  both: string
  /** The three views, as a group. */
  views: string
  /** What drives a run, as a group. */
  controls: string
  run: string
  pause: string
  resume: string
  restart: string
  step: string
  abort: string
  speed: string
  noWaiting: string
  live: string
  moment: string
  conversation: string
  events: string
  wire: string
  deltas: string
  thinking: string
  args: string
  result: string
  made: string
  recorded: string
  noBody: string
  bytes: (count: number) => string
  responses: (count: number) => string
  tokens: (input: number, output: number, cached: number) => string
  emptyConversation: string
  emptyEvents: string
  emptyWire: string
  help: string
  close: string
  language: string
  theme: Record<Theme, string>
  runStatus: Record<RunStatus | 'paused', string>
  turnStatus: Record<TurnStatus, string>
  callState: Record<CallState, string>
  ending: Record<'close' | 'drop' | 'cancelled', string>
  shortcuts: Record<
    'toggle' | 'step' | 'abort' | 'restart' | 'cast' | 'speed' | 'move' | 'live' | 'theme' | 'language' | 'help',
    string
  >
}

const en: Words = {
  title: 'Playground',
  recordings: 'Recordings',
  agents: 'Agents',
  both: 'Side by side',
  views: 'Views',
  controls: 'Run controls',
  run: 'Run',
  pause: 'Pause',
  resume: 'Resume',
  restart: 'Restart',
  step: 'Step',
  abort: 'Abort',
  speed: 'Speed',
  noWaiting: 'Max',
  live: 'Live',
  moment: 'Moment',
  conversation: 'Conversation',
  events: 'Events',
  wire: 'Wire',
  deltas: 'Deltas',
  thinking: 'Thinking',
  args: 'Arguments',
  result: 'Result',
  made: 'Written by hand',
  recorded: 'Recorded',
  noBody: 'without a body',
  bytes: (count) => `${count} B`,
  responses: (count) => (count === 1 ? '1 response' : `${count} responses`),
  tokens: (input, output, cached) => `${input} in · ${output} out${cached > 0 ? ` · ${cached} cached` : ''}`,
  emptyConversation: 'This is what will be said. Press Run.',
  emptyEvents: 'What the agent announces appears here.',
  emptyWire: 'What comes over the wire appears here, next to what it became.',
  help: 'Keyboard shortcuts',
  close: 'Close',
  language: '中文',
  theme: { system: 'System theme', light: 'Light theme', dark: 'Dark theme' },
  runStatus: {
    idle: 'Ready',
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
    aborted: 'Aborted',
  },
  turnStatus: {
    streaming: 'Streaming',
    done: 'Done',
    cut: 'Cut by the output limit',
    failed: 'Failed',
    aborted: 'Aborted',
  },
  callState: { arriving: 'Arriving', running: 'Running', done: 'Done', failed: 'Failed', dropped: 'Not run' },
  ending: { close: 'Connection closed', drop: 'Connection dropped', cancelled: 'Hung up by the client' },
  shortcuts: {
    toggle: 'Run, pause, resume',
    step: 'Next step',
    abort: 'Abort',
    restart: 'Restart',
    cast: 'agent-core, agents-core, side by side',
    speed: 'Slower, faster',
    move: 'Previous, next event',
    live: 'Back to live',
    theme: 'Theme',
    language: 'Language',
    help: 'This list',
  },
}

const zh: Words = {
  title: '演练场',
  recordings: '录制',
  agents: '智能体',
  both: '并排对比',
  views: '视图',
  controls: '运行控制',
  run: '运行',
  pause: '暂停',
  resume: '继续',
  restart: '重来',
  step: '单步',
  abort: '中止',
  speed: '速度',
  noWaiting: '最快',
  live: '实时',
  moment: '时刻',
  conversation: '对话',
  events: '事件',
  wire: '线路',
  deltas: '增量',
  thinking: '思考',
  args: '参数',
  result: '结果',
  made: '手工编写',
  recorded: '真实录制',
  noBody: '无请求体',
  bytes: (count) => `${count} 字节`,
  responses: (count) => `${count} 个响应`,
  tokens: (input, output, cached) => `输入 ${input} · 输出 ${output}${cached > 0 ? ` · 缓存 ${cached}` : ''}`,
  emptyConversation: '将要说的是这些。点击“运行”。',
  emptyEvents: '智能体发出的事件会显示在这里。',
  emptyWire: '线路上收到的数据会显示在这里，旁边是它变成的内容。',
  help: '键盘快捷键',
  close: '关闭',
  language: 'English',
  theme: { system: '跟随系统', light: '浅色主题', dark: '深色主题' },
  runStatus: {
    idle: '就绪',
    running: '运行中',
    paused: '已暂停',
    completed: '已完成',
    failed: '失败',
    aborted: '已中止',
  },
  turnStatus: { streaming: '接收中', done: '完成', cut: '被输出上限截断', failed: '失败', aborted: '已中止' },
  callState: { arriving: '接收中', running: '执行中', done: '完成', failed: '失败', dropped: '未执行' },
  ending: { close: '连接关闭', drop: '连接中断', cancelled: '客户端挂断' },
  shortcuts: {
    toggle: '运行、暂停、继续',
    step: '下一步',
    abort: '中止',
    restart: '重来',
    cast: 'agent-core、agents-core、并排对比',
    speed: '减速、加速',
    move: '上一个、下一个事件',
    live: '回到实时',
    theme: '主题',
    language: '语言',
    help: '本列表',
  },
}

/** The texts in each language. */
export const words: Readonly<Record<Language, Words>> = { en, zh }
