import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { Markdown } from '../../src/text/markdown.tsx'

function render(text: string): string {
  const html = renderToStaticMarkup(createElement(Markdown, { text }))
  return html.replace(/^<div class="markdown">/, '').replace(/<\/div>$/, '')
}

describe('Markdown', () => {
  it.each([
    ['**a** *b* ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
    ['# Title', '<h4>Title</h4>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
    ['`<b>` & "c"', '<p><code>&lt;b&gt;</code> &amp; &quot;c&quot;</p>'],
    ['---', '<hr/>'],
  ])('shows %j', (text, html) => {
    expect(render(text)).toBe(html)
  })

  it('shows tables with their alignment', () => {
    expect(render('|a|b|\n|-|-:|\n|1|2|')).toContain('<td>1</td><td style="text-align:right">2</td>')
  })

  it('colours code, and shows code in an unknown language as it is', () => {
    expect(render('```ts\nconst a = 1\n```')).toContain('<span class="hljs-keyword">const</span>')
    expect(render('```nolang\na < b && c\n```')).toContain('<code>a &lt; b &amp;&amp; c</code>')
  })

  it('runs nothing: HTML is text, and links go to the web only', () => {
    expect(render('<img src=x onerror=alert(1)>')).not.toContain('<img')
    expect(render('[a](javascript:alert(1))')).toBe('<p>a</p>')
    expect(render('![p](https://example.com/a.png)')).not.toContain('<img')
    expect(render('[a](https://example.com)')).toContain('href="https://example.com"')
  })

  it.each(['**bold', '```ts\nlet', '| a |\n|-', '- ', '[a](htt'])(
    'shows unfinished text %j without failing',
    (text) => {
      expect(render(text)).toContain(text.match(/[a-z]+/)?.[0] ?? '')
    },
  )
})
