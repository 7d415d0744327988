import { type Browser, chromium, type Page } from 'playwright'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { chromiumArgs, chromiumPath } from '../../../vitest.shared.ts'

const root = new URL('..', import.meta.url).pathname
const executablePath = chromiumPath()
const weatherAnswer = 'Between 10 and 16 Rome stays dry, so plan your walk for then.'

describe.skipIf(executablePath === undefined)('the playground, in Chromium', () => {
  let server: PreviewServer
  let browser: Browser

  beforeAll(async () => {
    await build({ root, logLevel: 'warn', build: { outDir: 'node_modules/.cache/e2e' } })
    server = await preview({
      root,
      logLevel: 'warn',
      build: { outDir: 'node_modules/.cache/e2e' },
      preview: { port: 0, host: '127.0.0.1' },
    })
    const path = executablePath === undefined ? {} : { executablePath }
    browser = await chromium.launch({ ...path, chromiumSandbox: false, args: chromiumArgs })
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  it('plays "weather" on both agents: answer, tool card, events and chunks', async () => {
    const { page, errors } = await open()
    await page.getByLabel('Speed').selectOption({ label: 'Max' })
    await page.getByRole('button', { name: 'Run' }).click()
    for (const agent of ['agent-core', 'agents-core']) {
      const panel = conversation(page, agent)
      await panel.getByRole('status').getByText('Completed').waitFor()
      expect(await panel.getByText(weatherAnswer).count()).toBe(1)
      expect(await panel.getByRole('article', { name: 'get_weather' }).count()).toBe(2)
      const card = panel.getByRole('article', { name: 'get_rain_hours' })
      expect(await card.getByRole('region', { name: 'Arguments' }).textContent()).toContain('"Rome"')
      expect(await card.getByRole('region', { name: 'Result' }).textContent()).toContain('07:00')
    }
    expect(await lastEvent(page)).toContain('agent_end')
    expect(await page.getByRole('listitem').last().textContent()).toContain('done stop')
    await page.getByRole('group', { name: 'Agents' }).getByRole('button', { name: 'agents-core' }).click()
    await page.getByRole('option', { name: 'after-send' }).waitFor()
    expect(errors).toEqual([])
  })

  it('marks a run that is aborted half-way as aborted', async () => {
    const { page, errors } = await open()
    await page.getByRole('button', { name: 'Run' }).click()
    await conversation(page, 'agent-core').getByRole('article', { name: 'get_weather' }).first().waitFor()
    await page.getByRole('button', { name: 'Abort' }).click()
    for (const agent of ['agent-core', 'agents-core']) {
      await conversation(page, agent).getByRole('status').getByText('Aborted').waitFor()
      expect(await conversation(page, agent).getByText(weatherAnswer).count()).toBe(0)
    }
    expect(await page.getByRole('button', { name: 'Abort' }).isDisabled()).toBe(true)
    expect(errors).toEqual([])
  })

  it('steps from chunk to chunk, and goes back to an earlier moment in all three views', async () => {
    const { page, errors } = await open()
    await page.getByRole('button', { name: 'Text in English' }).first().click()
    await page.keyboard.press('1')
    for (let count = 0; count < 4; count++) {
      await page.getByRole('button', { name: 'Step' }).click()
      await page.getByRole('listitem').nth(count).waitFor()
    }
    const panel = conversation(page, 'agent-core')
    await panel.getByRole('status').getByText('Paused').waitFor()
    await panel.getByText(/^A \*\*debounc/).waitFor()
    await page.getByRole('option', { name: 'message_end user' }).click()
    await panel.getByText(/^A \*\*debounc/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Live' }).click()
    await panel.getByText(/^A \*\*debounc/).waitFor()
    await page.keyboard.press('Escape')
    await panel.getByRole('status').getByText('Aborted').waitFor()
    expect(errors).toEqual([])
  })

  it('obeys its keys wherever one has clicked before', async () => {
    const { page, errors } = await open()
    await page.getByRole('radio', { name: 'agent-core', exact: true }).check()
    await page.keyboard.press('s')
    await page.getByRole('listitem').first().waitFor()
    await page.getByRole('checkbox', { name: 'Deltas' }).click()
    await page.keyboard.press('s')
    const panel = conversation(page, 'agent-core')
    await panel.getByRole('status').getByText('Paused').waitFor()
    await page.getByRole('slider', { name: 'Moment' }).focus()
    await page.keyboard.press('Space')
    await panel.getByRole('status').getByText('Running').waitFor()
    await page.getByLabel('Speed').focus()
    await page.keyboard.press('Escape')
    await panel.getByRole('status').getByText('Aborted').waitFor()
    expect(errors).toEqual([])
  })

  it('speaks Chinese, goes dark, and fits a narrow screen', async () => {
    const { page, errors } = await open({ locale: 'zh-CN', colorScheme: 'dark', viewport: { width: 360, height: 740 } })
    expect(await page.getByRole('button', { name: '运行' }).count()).toBe(1)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: '线路' }).click()
    await page.getByRole('button', { name: '运行' }).click()
    await page.getByText('/v1/chat/completions').waitFor()
    expect(errors).toEqual([])
  })

  async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<{ page: Page; errors: string[] }> {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(45_000)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    return { page, errors }
  }
})

function conversation(page: Page, agent: string): ReturnType<Page['getByRole']> {
  return page.getByRole('region', { name: `Conversation: ${agent}` })
}

async function lastEvent(page: Page): Promise<string | null> {
  return page.getByRole('listbox', { name: 'Events' }).getByRole('option', { selected: true }).textContent()
}
