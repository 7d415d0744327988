import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'

const languages = { bash, css, javascript, json, markdown, python, typescript, xml }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

/** Code as HTML with the classes of highlight.js; in an unknown language as plain, escaped text. */
export function highlight(text: string, language: string): string {
  const known = highlighter.getLanguage(language) ? language : 'plaintext'
  return known === 'plaintext'
    ? escapeHtml(text)
    : highlighter.highlight(text, { language: known, ignoreIllegals: true }).value
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
