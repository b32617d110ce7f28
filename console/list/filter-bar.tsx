import { useId, useRef } from 'react'
import * as z from 'zod/mini'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { consoleHref, type ConsolePath } from '../lib/console-href.ts'
import { type Filter, type FilterField, namesOf, shownValue } from './filter.ts'

interface FilterBarProps {
  path: ConsolePath
  fields: readonly FilterField[]
  filter: Filter
}

/** A chip for each filter; what is chosen goes into the address. */
export function FilterBar({ path, fields, filter }: FilterBarProps) {
  const hrefWith = (change: Record<string, string | undefined>) =>
    consoleHref(path, { ...filter, ...change })
  return (
    <div className="list-tools" role="group" aria-label="筛选">
      {fields.map((field) => (
        <Chip key={field.label} field={field} filter={filter} hrefWith={hrefWith} />
      ))}
      {Object.keys(filter).length > 0 && (
        <span className="filter-clear">
          <ButtonLink kind="ghost" size="small" to={consoleHref(path)}>
            清除筛选
          </ButtonLink>
        </span>
      )}
    </div>
  )
}

interface ChipProps<Field extends FilterField = FilterField> {
  field: Field
  filter: Filter
  hrefWith: (change: Record<string, string | undefined>) => string
}

function Chip({ field, filter, hrefWith }: ChipProps) {
  const id = useId()
  const { kind, label } = field
  const shown = shownValue(field, filter)
  const isOn = shown !== undefined
  if (kind === 'switch' && !isOn)
    return (
      <span className="chip">
        <Link to={hrefWith({ [field.name]: '1' })}>
          <Icon name="plus" />
          {label}
        </Link>
      </span>
    )
  return (
    <span className={isOn ? 'chip is-on' : 'chip'}>
      {kind === 'switch' ? (
        <span>{label}</span>
      ) : (
        <button type="button" popoverTarget={id} title={shown}>
          {!isOn && <Icon name="plus" />}
          <span>{isOn ? `${label}：${shown}` : label}</span>
        </button>
      )}
      {isOn && (
        <Link
          to={hrefWith(Object.fromEntries(namesOf(field).map((name) => [name, undefined])))}
          aria-label={`去掉筛选：${label}`}
        >
          <Icon name="close" />
        </Link>
      )}
      {kind === 'choice' && (
        <Menu id={id} className="menu chip-menu">
          {field.choices.map((choice) => (
            <Link
              key={choice.value}
              to={hrefWith({ [field.name]: choice.value })}
              aria-current={filter[field.name] === choice.value || undefined}
            >
              {choice.label}
            </Link>
          ))}
        </Menu>
      )}
      {(kind === 'text' || kind === 'days') && (
        <TypedFilter id={id} field={field} filter={filter} hrefWith={hrefWith} />
      )}
    </span>
  )
}

const text = z._default(z.string(), '').check(z.trim())

/** The popover of a filter that is typed. */
function TypedFilter({
  id,
  field,
  filter,
  hrefWith,
}: ChipProps<Extract<FilterField, { kind: 'text' | 'days' }>> & { id: string }) {
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const names = namesOf(field)
  return (
    <div
      ref={box}
      id={id}
      className="menu chip-menu"
      popover="auto"
      onToggle={({ newState }) =>
        newState === 'open' && box.current?.querySelector('input')?.focus()
      }
    >
      <Form
        key={names.map((name) => filter[name]).join(' ')}
        className="chip-form"
        schema={z.object(Object.fromEntries(names.map((name) => [name, text])))}
        onSubmit={(typed) => {
          box.current?.hidePopover()
          return navigate(hrefWith(typed))
        }}
      >
        {field.kind === 'text' ? (
          <input
            className="input"
            name={field.name}
            aria-label={field.label}
            placeholder={field.placeholder}
            defaultValue={filter[field.name]}
            autoComplete="off"
            spellCheck={false}
          />
        ) : (
          <>
            <DayInput name="from" label="从" value={filter['from']} />
            <DayInput name="to" label="到" value={filter['to']} />
          </>
        )}
        <Button kind="primary" size="small" type="submit">
          筛选
        </Button>
      </Form>
    </div>
  )
}

function DayInput({
  name,
  label,
  value,
}: {
  name: string
  label: string
  value: string | undefined
}) {
  return (
    <label>
      <span>{label}</span>
      <input className="input" type="date" name={name} defaultValue={value} />
    </label>
  )
}
