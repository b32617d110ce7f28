import * as z from 'zod/mini'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { ViewLink, Views } from '../list/views.tsx'
import { now } from '#web/lib/clock.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const typedDay = z.object({ day: z.iso.date('请选择一天') })

interface DayChoiceProps {
  /** Undefined: today. */
  day: string | undefined
  /** Undefined while the server has not said it: the browser's clock is taken until then. */
  today: string | undefined
}

/** Links to today, yesterday and the days around, and a field for any other. */
export function DayChoice({ day: asked, today: told }: DayChoiceProps) {
  const navigate = useNavigate()
  const { timeZone } = useConsoleSite()
  const today = told ?? formatTime(new Date(now()).toISOString(), 'date', timeZone)
  const day = asked ?? today
  const yesterday = dayBeside(today, -1)
  return (
    <div className="day-choice">
      <Views label="哪一天">
        <ViewLink to={dayHref(today)} isCurrent={day === today}>
          今天
        </ViewLink>
        <ViewLink to={dayHref(yesterday)} isCurrent={day === yesterday}>
          昨天
        </ViewLink>
      </Views>
      <div className="row-actions">
        <ButtonLink size="small" icon="back" to={dayHref(dayBeside(day, -1))}>
          前一天
        </ButtonLink>
        {day < today && (
          <ButtonLink size="small" to={dayHref(dayBeside(day, 1))}>
            后一天
            <Icon name="next" />
          </ButtonLink>
        )}
        <Form
          className="day-form"
          schema={typedDay}
          onSubmit={({ day: typed }) => navigate(dayHref(typed))}
        >
          <input
            key={day}
            className="input"
            type="date"
            name="day"
            aria-label="日期"
            defaultValue={day}
            max={today}
            required
          />
          <Button size="small" type="submit">
            看这一天
          </Button>
        </Form>
      </div>
    </div>
  )
}

function dayHref(day: string): string {
  return consoleHref('/books', { day })
}

function dayBeside(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
