import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

interface Question {
  question: string
  answer: ReactNode
}

/** Questions of which one is open at a time, without script. `name` tells lists of one page apart. */
export function Faq({ name, questions }: { name: string; questions: readonly Question[] }) {
  return (
    <div className="faq">
      {questions.map(({ question, answer }, at) => (
        <details key={question} name={name} open={at === 0}>
          <summary>
            {question}
            <Icon name="plus" />
          </summary>
          <div>{answer}</div>
        </details>
      ))}
    </div>
  )
}
