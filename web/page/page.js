// Shows a table to whoever has its link, and follows it. Everything shown is text; nothing is read as HTML.

const QUIET = 45_000 // milliseconds without a byte after which a request is given up
const BUFFERED = 6_000 // ... after which something on the way seems to hold it back, so that we ask instead
const LONGEST_PAUSE = 5_000
const AGAIN = "again" // why a request is ended although nothing is wrong
const TRIES = 4 // of fetching a picture

const found = Object.fromEntries([...document.querySelectorAll("[id]")].map((each) => [each.id, each]))
const said = document.body.dataset
const language = document.documentElement.lang
const prefers = (what) => matchMedia(`(prefers-${what})`).matches
const theme = prefers("contrast: more") ? "contrast" : prefers("color-scheme: light") ? "light" : "dark"
const about = `language=${language}&theme=${theme}`
const headers = location.hash.startsWith("#play") ? {} : { "Zamki-Link": location.hash.slice(1) }

class Gone extends Error {}

const pause = (time) => new Promise((done) => setTimeout(done, time))

let ahead = 0 // milliseconds by which this clock is ahead of the bot's
let shown = {}
let tag = ""
let rests = "" // why the table cannot be shown now
let streams = true
let stop = null // ends what we wait for

function make(name, kind, text) {
  const made = document.createElement(name)
  if (kind) made.className = kind
  if (text !== undefined) made.textContent = text
  return made
}

async function ask(path, more = {}) {
  const answer = await fetch(path, { ...more, headers: { ...headers, ...more.headers }, cache: "no-store", referrerPolicy: "no-referrer" })
  const at = Date.parse(answer.headers.get("Date"))
  if (at) ahead = Date.now() - at
  if (answer.status === 421) throw new Gone(await answer.text())
  if (answer.status === 404) throw new Gone()
  return answer
}

function lasting(seconds) {
  const left = Math.max(0, Math.round(seconds))
  const days = Math.floor(left / 86400)
  const two = (number) => String(number).padStart(2, "0")
  const clock = `${Math.floor(left / 3600) % 24}:${two(Math.floor(left / 60) % 60)}`
  if (!days) return `${clock}:${two(left % 60)}`
  const unit = new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" })
  return clock === "0:00" ? unit.format(days) : `${unit.format(days)} ${clock}`
}

function seat(each) {
  const line = make("li", each.waits ? "waits" : "")
  line.style.setProperty("--seat", each.colour)
  if (each.score) line.append(make("span", "score", each.score))
  line.append(make("span", "name", `${each.mark} ${each.name}`))
  if (each.note) line.append(make("span", "note", each.note))
  if (each.due || each.bank !== undefined) {
    const time = make("span", "time")
    time.due = each.due
    time.bank = each.bank === undefined ? "" : said.bank.replace("{bank}", lasting(each.bank))
    line.append(time)
  }
  return line
}

function turn(each) {
  const line = make("li")
  line.append(make("span", "when", each.when), ...each.lines.map((text) => make("p", "line", text)))
  return line
}

function tick() {
  const now = (Date.now() - ahead) / 1000
  for (const time of document.querySelectorAll(".time")) {
    time.textContent = [time.due ? lasting(time.due - now) : "", time.bank].filter(Boolean).join(" · ")
  }
}

// Shows a picture once it has been fetched; without it, what it shows in words.
async function draw(image, { name, alt }) {
  image.wanted = name
  for (let left = TRIES; left >= 0 && image.wanted === name; left--) {
    try {
      const answer = left ? await ask(`picture/${name}?${about}`, { signal: AbortSignal.timeout(QUIET / 3) }) : null
      if (answer && !answer.ok) throw new Error(answer.statusText)
      const address = answer ? URL.createObjectURL(await answer.blob()) : ""
      if (image.wanted !== name) return
      URL.revokeObjectURL(image.src)
      Object.assign(image, { src: address, alt, hidden: false })
      return await image.decode()
    } catch {
      if (left) await pause(1000)
    }
  }
}

function show(page) {
  const before = shown
  shown = page
  document.title = `${page.title} – ${page.asks}`
  found.title.textContent = page.title
  if (page.asks !== before.asks) found.asks.textContent = page.asks
  found.seats.replaceChildren(...page.seats.map(seat))
  found.told.hidden = !page.log.length
  found.log.replaceChildren(...page.log.map(turn))
  found.written.hidden = !page.text
  found.text.textContent = page.text
  if (page.picture && page.picture.name !== before.picture?.name) draw(found.board, page.picture)
  tick()
}

function trouble(text) {
  found.trouble.textContent = text
  found.trouble.hidden = !text
}

function take(line) {
  if (line === "{}") throw new Gone()
  if (line) {
    const page = JSON.parse(line)
    rests = page.rests ?? ""
    if (!rests) show(page)
  }
  trouble(rests)
}

async function stream() {
  stop = new AbortController()
  const began = Date.now()
  let heard = false
  let timer = setTimeout(() => stop.abort(AGAIN), BUFFERED)
  try {
    const answer = await ask(`changes?${about}`, { signal: stop.signal })
    if (!answer.ok) {
      streams = answer.status !== 503
      return
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ""
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      heard = true
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), QUIET)
      const lines = (rest + value).split("\n")
      rest = lines.pop()
      lines.forEach(take)
    }
  } finally {
    clearTimeout(timer)
    if (!heard && Date.now() - began >= BUFFERED) streams = false
  }
}

async function poll() {
  stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), QUIET)
  try {
    const answer = await ask(`table?wait=1&${about}`, { signal: stop.signal, headers: tag ? { "If-None-Match": tag } : {} })
    if (answer.status === 304) return trouble(rests)
    if (!answer.ok) throw new Error(answer.statusText)
    tag = answer.headers.get("ETag")
    take(await answer.text())
  } finally {
    clearTimeout(timer)
  }
}

async function follow() {
  let time = 250
  for (;;) {
    try {
      await (streams ? stream() : poll())
      time = 250
    } catch (error) {
      if (error instanceof Gone) return trouble(error.message || said.gone)
      if (error !== AGAIN) trouble(said.lost)
      time = Math.min(2 * time, LONGEST_PAUSE)
    }
    await pause(time * (0.5 + Math.random()))
  }
}

// Calls `restart` when there may be a connection again: a phone that slept does not notice that it lost one.
function whenBack(restart) {
  addEventListener("online", restart)
  document.addEventListener("visibilitychange", () => document.hidden || restart())
}

setInterval(tick, 1000)
whenBack(() => stop?.abort(AGAIN))
addEventListener("hashchange", () => location.reload())
if (!location.hash.startsWith("#play")) follow()

export { AGAIN, Gone, LONGEST_PAUSE, QUIET, about, ask, draw, found, headers, make, pause, said, show, trouble, whenBack }
