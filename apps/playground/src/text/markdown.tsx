import { marked, type Token, type Tokens } from 'marked'
import { memo, type ReactElement, type ReactNode } from 'react'

import { Code } from './code.tsx'

/** Markdown as React elements. Raw HTML is shown as text, pictures as links: nothing is loaded, nothing is run. */
export const Markdown = memo(function Markdown({ text }: { text: string }): ReactElement {
  const blocks = marked.lexer(text)
  // Blocks are known by their place: while text streams, only the last one changes.
  return (
    <div className="markdown">
      {blocks.map((token, at) => (
        <Block key={at} token={token} raw={token.raw} />
      ))}
    </div>
  )
})

/** `raw` is what the token was made of: while it is the same, so is the block. */
const Block = memo(
  function Block({ token }: { token: Token; raw: string }): ReactNode {
    return renderBlock(token)
  },
  (a, b) => a.raw === b.raw && a.token.type === b.token.type,
)

function renderBlock(token: Token): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading depth={(token as Tokens.Heading).depth}>{inline(token)}</Heading>
    case 'paragraph':
      return <p>{inline(token)}</p>
    case 'text':
      return inline(token)
    case 'code':
      return <Code text={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? ''} />
    case 'list':
      return <List list={token as Tokens.List} />
    case 'blockquote':
      return <blockquote>{children(token)}</blockquote>
    case 'table':
      return <Table table={token as Tokens.Table} />
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    default:
      return <p>{token.raw}</p>
  }
}

function Heading({ depth, children: content }: { depth: number; children: ReactNode }): ReactElement {
  // The page has its own first levels.
  const Tag = depth <= 1 ? 'h4' : depth === 2 ? 'h5' : 'h6'
  return <Tag>{content}</Tag>
}

function List({ list }: { list: Tokens.List }): ReactElement {
  const items = list.items.map((item, at) => <li key={at}>{children(item)}</li>)
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function Table({ table }: { table: Tokens.Table }): ReactElement {
  const cells = (row: Tokens.TableCell[], Tag: 'th' | 'td') =>
    row.map((cell, at) => (
      <Tag key={at} style={cell.align ? { textAlign: cell.align } : undefined}>
        {spans(cell.tokens)}
      </Tag>
    ))
  return (
    <div className="table">
      <table>
        <thead>
          <tr>{cells(table.header, 'th')}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function children(token: Token): ReactNode[] {
  return tokensOf(token).map((child, at) => <Block key={at} token={child} raw={child.raw} />)
}

function inline(token: Token): ReactNode {
  const tokens = tokensOf(token)
  return tokens.length === 0 && 'text' in token ? unescape(String(token.text)) : spans(tokens)
}

function spans(tokens: readonly Token[]): ReactNode[] {
  return tokens.map((token, at) => <Span key={at} token={token} />)
}

function Span({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token)}</strong>
    case 'em':
      return <em>{inline(token)}</em>
    case 'del':
      return <del>{inline(token)}</del>
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>
    case 'br':
      return <br />
    case 'link':
    case 'image':
      return <Link href={(token as Tokens.Link).href}>{inline(token)}</Link>
    case 'text':
    case 'escape':
      return inline(token)
    default:
      return token.raw
  }
}

function Link({ href, children: content }: { href: string; children: ReactNode }): ReactNode {
  // What a model writes is not trusted with `javascript:` and its like.
  if (!/^(https?:|mailto:)/i.test(href)) return content
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {content}
    </a>
  )
}

function tokensOf(token: Token): Token[] {
  return 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : []
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** React escapes by itself; what the lexer has escaped already is taken back. */
function unescape(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}
