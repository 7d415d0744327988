import { Chat } from './chat.jsx'

export default function Page() {
  return (
    <main>
      <h1>dreb in Next.js</h1>
      <Chat />
    </main>
  )
}
