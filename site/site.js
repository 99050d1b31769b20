// What pages of the documentation do beyond being read: theme, search, tabs, copying, filtering.
// Everything is on the page without it.

const root = document.documentElement

/** Storage may be forbidden; then a choice lasts as long as its page. */
const stored = {
  get(name) {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value)
    } catch {
      // The page has it.
    }
  },
}

// Before the page is drawn, so that it does not flash.
applyTheme(stored.get('theme'))

document.addEventListener('DOMContentLoaded', () => {
  offerThemes()
  offerSearch()
  offerTabs()
  offerCopying()
  offerFilter()
  document.querySelector('#pages [aria-current]')?.scrollIntoView({ block: 'nearest' })
})

function applyTheme(theme) {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  else delete root.dataset.theme
}

function offerThemes() {
  const label = document.querySelector('.theme')
  const select = label.querySelector('select')
  select.value = root.dataset.theme ?? 'system'
  select.addEventListener('change', () => {
    stored.set('theme', select.value)
    applyTheme(select.value)
  })
  label.hidden = false
}

function create(name, properties = {}, attributes = {}) {
  const element = Object.assign(document.createElement(name), properties)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** Shows what is found while it is typed. `/` and Ctrl-K go to the field, arrows to a result. */
function offerSearch() {
  const form = document.querySelector('form[role=search]')
  const field = form.querySelector('input')
  const found = foundList(field)
  form.append(found.list)
  if (matchMedia('(hover: hover) and (min-width: 52rem)').matches) {
    field.placeholder = 'Search: press /'
  }
  let typed = 0
  const search = async () => {
    typed += 1
    const own = typed
    const options = await find(field.value.trim())
    // A later letter may have been faster.
    if (own === typed && document.activeElement === field) found.show(options)
  }
  field.addEventListener('input', () => void search())
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') found.show([])
    else if (event.key === 'ArrowDown') found.move(1)
    else if (event.key === 'ArrowUp') found.move(-1)
    else if (event.key !== 'Enter' || !found.open()) return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, select, textarea') !== null
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut && (event.key !== '/' || isTyping)) return
    event.preventDefault()
    field.select()
  })
  document.addEventListener('click', (event) => {
    if (!form.contains(event.target)) found.show([])
  })
}

/** The list of options below a field, of which one can be active. */
function foundList(field) {
  const list = create('div', { id: 'found', className: 'found', hidden: true })
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Found')
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-controls', 'found')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-expanded', 'false')
  let active = -1
  const choose = (index) => {
    active = index
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index))
    }
    const option = list.children[index]
    if (option) field.setAttribute('aria-activedescendant', option.id)
    else field.removeAttribute('aria-activedescendant')
    option?.scrollIntoView({ block: 'nearest' })
  }
  return {
    list,
    show(options) {
      list.replaceChildren(...options)
      list.hidden = options.length === 0
      field.setAttribute('aria-expanded', String(options.length > 0))
      choose(-1)
    },
    move(step) {
      const { length } = list.children
      if (length > 0) choose((Math.max(active, step < 0 ? 0 : -1) + step + length) % length)
    },
    open() {
      list.children[active]?.click()
      return active >= 0
    },
  }
}

/** Returns an option for each result on the page of the search. */
async function find(query) {
  if (query === '') return []
  const response = await fetch(`/docs/search?q=${encodeURIComponent(query)}`)
  if (!response.ok) return []
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return [...page.querySelectorAll('.results li')].map((result, at) => {
    const link = result.querySelector('a')
    const option = create('a', { id: `found-${at}`, href: link.getAttribute('href'), tabIndex: -1 })
    option.setAttribute('role', 'option')
    option.append(
      create('strong', { textContent: link.textContent }),
      create('span', { textContent: result.querySelector('.page').textContent }),
    )
    return option
  })
}

/** Makes one block with tabs of code in several languages. The language is the same everywhere. */
function offerTabs() {
  const groups = [...document.querySelectorAll('.tabs')].map(tabGroup)
  const choose = (label) => {
    for (const group of groups) group.choose(label)
  }
  for (const group of groups) {
    group.onChoice((label) => {
      stored.set('language', label)
      choose(label)
    })
  }
  choose(stored.get('language'))
}

function tabGroup(element, number) {
  const panels = [...element.children]
  const bar = create('div', { className: 'tab-bar' }, { role: 'tablist', 'aria-label': 'Language' })
  const tabs = panels.map((panel, at) => {
    const { tab: label } = panel.dataset
    const id = `tab-${number}-${at}`
    const tab = create('button', { type: 'button', id, textContent: label }, { role: 'tab' })
    panel.id = `panel-${number}-${at}`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', id)
    panel.querySelector('.label').remove()
    tab.setAttribute('aria-controls', panel.id)
    return tab
  })
  bar.append(...tabs)
  element.prepend(bar)
  const select = (chosen) => {
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(at === chosen))
      tab.tabIndex = at === chosen ? 0 : -1
      panels[at].hidden = at !== chosen
    }
  }
  select(0)
  return {
    choose(label) {
      const at = panels.findIndex((panel) => panel.dataset.tab === label)
      if (at >= 0) select(at)
    },
    onChoice(listener) {
      for (const [at, tab] of tabs.entries()) {
        tab.addEventListener('click', () => listener(panels[at].dataset.tab))
        tab.addEventListener('keydown', (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
          if (step === undefined) return
          const next = (at + step + tabs.length) % tabs.length
          listener(panels[next].dataset.tab)
          tabs[next].focus()
        })
      }
    },
  }
}

function offerCopying() {
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('.code')) {
    const button = create('button', { type: 'button', className: 'copy', textContent: 'Copy' })
    const copy = async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent)
      button.textContent = 'Copied'
      button.addEventListener('blur', () => (button.textContent = 'Copy'), { once: true })
    }
    button.addEventListener('click', () => void copy())
    block.append(button)
  }
}

/** Hides the operations that do not have each typed word. */
function offerFilter() {
  const field = document.querySelector('[data-filter]')
  if (!field) return
  const sections = [...document.querySelectorAll('[data-filtered]')]
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/)
    for (const section of sections) {
      const entries = [...section.querySelectorAll('li')]
      for (const entry of entries) {
        const text = entry.textContent.toLowerCase()
        entry.hidden = !words.every((word) => text.includes(word))
      }
      section.hidden = entries.every((entry) => entry.hidden)
    }
    document.querySelector('[data-filter-empty]').hidden = sections.some(({ hidden }) => !hidden)
  })
  field.closest('.filter').hidden = false
}
