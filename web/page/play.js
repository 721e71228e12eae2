// Plays at a table: the person's own picture with a button on each place that means something, and buttons for all else.

import { AGAIN, Gone, LONGEST_PAUSE, QUIET, about, ask, draw, found, headers, make, pause, said, show, trouble, whenBack } from "./page.js"

const KEPT = "zamki-session"
const SIDES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

let own = null
let tag = ""
let number = 0 // of the newest page asked for: older answers are not shown
let waiting = null // ends the request that waits for a change
let wake = null
let drawing = null // the person's picture, on which the places lie

function post(path, body, more = {}) {
  const kind = { "Content-Type": "application/json", ...more.headers }
  return ask(path, { ...more, method: "POST", headers: kind, body: JSON.stringify(body) })
}

// Sends something until it is answered. Throws Gone if it leads to nothing.
async function insist(path, body, read) {
  for (let time = 250; ; time = Math.min(2 * time, LONGEST_PAUSE)) {
    try {
      const answer = await post(path, body, { signal: AbortSignal.timeout(QUIET / 3) })
      if (answer.ok || answer.status === 403) return await read(answer)
      if (answer.status === 429) time = Math.max(time, 1000 * Number(answer.headers.get("Retry-After")))
      else if (answer.status < 500) throw new Gone()
    } catch (error) {
      if (error instanceof Gone) throw error
    }
    trouble(said.lost)
    await pause(time)
  }
}

async function begin() {
  let why = said.used
  const key = location.hash.slice("#play.".length)
  if (key) {
    history.replaceState(null, "", "#play")
    sessionStorage.removeItem(KEPT)
    const keep = async (answer) => sessionStorage.setItem(KEPT, (await answer.json()).token)
    await insist(`session?${about}`, { key }, keep).catch((error) => (why = error.message || why))
  }
  headers["Zamki-Session"] = sessionStorage.getItem(KEPT) ?? ""
  if (!headers["Zamki-Session"]) return trouble(why)
  follow()
}

// Sends an act: it counts once, however often it is sent. Meanwhile nothing else can be said.
async function send(step) {
  if (found.mine.hasAttribute("aria-busy")) return
  const mine = ++number
  waiting?.abort(AGAIN)
  found.mine.setAttribute("aria-busy", "true")
  const body = { act: step.act ?? "say", stage: own.stage, say: step.say, planning: own.planning, nonce: crypto.randomUUID() }
  try {
    await insist(`act?${about}`, body, (answer) => take(answer, mine))
  } catch (error) {
    return ended(error.message)
  }
  found.mine.removeAttribute("aria-busy")
  wake?.()
}

async function take(answer, mine) {
  if (answer.status === 304) return trouble("")
  if (answer.status === 403) {
    trouble(await answer.text())
    throw new Gone()
  }
  const page = await answer.json()
  if (mine !== number) return
  tag = answer.headers.get("ETag")
  trouble("")
  show(page.page)
  play(page.own, page.page.seats[page.own.seat])
}

async function follow() {
  let time = 250
  for (;;) {
    const mine = number
    waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), QUIET)
    try {
      const body = own ? { stage: own.stage, say: own.said, planning: own.planning, warned: own.warned } : {}
      const seen = tag ? { "If-None-Match": tag } : {}
      const answer = await post(`own?${tag ? "wait=1&" : ""}${about}`, body, { headers: seen, signal: waiting.signal })
      if (!answer.ok && answer.status !== 304 && answer.status !== 403) throw new Error(answer.statusText)
      await take(answer, mine)
      time = 250
    } catch (error) {
      if (error instanceof Gone) return ended(error.message)
      if (mine === number) {
        if (error !== AGAIN) trouble(said.lost)
        time = Math.min(2 * time, LONGEST_PAUSE)
        await pause(time)
      }
    } finally {
      clearTimeout(timer)
    }
    while (mine !== number && found.mine.hasAttribute("aria-busy")) await new Promise((done) => (wake = done))
  }
}

function ended(why) {
  found.meant.close()
  found.mine.remove()
  document.body.className = ""
  if (why || found.trouble.hidden || found.trouble.textContent === said.lost) trouble(why || said.ended)
}

// Makes a button. The second press of a double tap was not meant for what has just appeared there.
function button(kind, key, marked, act, text) {
  const made = make("button", marked ? `${kind} marked` : kind, text)
  made.type = "button"
  made.dataset.key = key
  made.addEventListener("click", (event) => event.detail > 1 || act())
  if (marked) made.setAttribute("aria-pressed", "true")
  return made
}

const choice = (step, kind) => button(kind, `${kind} ${step.label}`, step.marked, () => send(step), step.label)

// Returns how far the picture is enlarged, and where its visible part begins: around what is laid, if there is anything.
function zoom({ places, size }) {
  const laid = places?.find((each) => each.turn !== undefined)
  if (!laid) return { scale: 1, from: [0, 0] }
  const [left, top, width, height] = laid.box
  const scale = Math.max(1, Math.min(...size) / (2 * width))
  const from = [left + width / 2, top + height / 2].map((middle, side) => {
    const half = size[side] / (2 * scale)
    return Math.min(Math.max(middle, half), size[side] - half) - half
  })
  return { scale, from }
}

function place(each, { size, thing }, { scale, from }) {
  const steps = each.steps ?? []
  const act = () => (steps.length > 1 ? choose(steps) : steps.length && send(steps[0]))
  const made = button("place", `place ${each.box}`, each.mark, act)
  made.setAttribute("aria-label", each.mark ? `${each.label} · ${each.mark}` : each.label)
  const part = (at) => `${(100 * scale * (each.box[at] - (from[at] ?? 0))) / size[at % 2]}%`
  Object.assign(made.style, { left: part(0), top: part(1), width: part(2), height: part(3) })
  if (each.turn !== undefined) made.append(turned(each.turn, thing, size))
  if (each.mark) made.append(make("span", "mark", each.mark))
  if (!steps.length) made.setAttribute("aria-disabled", "true")
  return made
}

// Returns a part of the picture, turned.
function turned(turn, box, size) {
  const part = make("span", "turned")
  const at = [0, 1].map((side) => `${(100 * box[side]) / (size[side] - box[2 + side])}%`)
  Object.assign(part.style, { backgroundImage: `url(${found.hand.src})`, backgroundPosition: at.join(" ") })
  Object.assign(part.style, { backgroundSize: `${(100 * size[0]) / box[2]}%`, transform: `rotate(${turn}deg)` })
  return part
}

function choose(steps) {
  found.ways.replaceChildren(...steps.map((step) => choice(step, "way")))
  found.meant.showModal()
}

async function play(page, { name, colour }) {
  const note = page.note ?? (page.stage === own?.stage ? found.note.textContent : "")
  own = page
  const key = document.activeElement?.dataset?.key
  if (found.meant.open) found.meant.close()
  found.mine.hidden = false
  found.mine.dataset.stage = page.stage
  found.mine.style.setProperty("--seat", colour)
  found.whose.textContent = name
  if (found.question.textContent !== (page.asks ?? "")) found.question.textContent = page.asks ?? ""
  if (found.note.textContent !== note) found.note.textContent = note
  document.body.classList.add("playing")
  document.body.classList.toggle("alone", page.alone ?? false)
  found.sheet.hidden = !page.picture
  found.steps.replaceChildren(...(page.steps ?? []).map((step) => choice(step, "step")))
  found.lines.replaceChildren(...(page.lines ?? []).map((text) => make("li", "", text)))
  found.hand.alt = page.picture?.alt ?? ""
  if (page.picture && page.picture.name !== found.hand.wanted) {
    found.places.replaceChildren()
    found.sheet.setAttribute("aria-busy", "true")
    drawing = draw(found.hand, page.picture)
  }
  await drawing
  if (own !== page) return
  found.sheet.removeAttribute("aria-busy")
  ;[found.hand.width, found.hand.height] = page.size ?? [0, 0]
  const view = zoom(page)
  found.sheet.classList.toggle("near", view.scale > 1)
  const from = view.from.map((at, side) => at && `${(-100 * at) / page.size[side]}%`)
  found.hand.style.transform = `scale(${view.scale}) translate(${from})`
  found.places.replaceChildren(...(page.places ?? []).map((each) => place(each, page, view)))
  if (document.activeElement !== document.body) return
  ;[...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key)?.focus({ preventScroll: true })
}

// Arrow keys go to the nearest place on that side.
found.places.addEventListener("keydown", (event) => {
  const side = SIDES[event.key]
  if (!side) return
  event.preventDefault()
  const middle = (each) => {
    const box = each.getBoundingClientRect()
    return [box.left + box.width / 2, box.top + box.height / 2]
  }
  const [x, y] = middle(event.target)
  let best = null
  for (const each of found.places.children) {
    const [a, b] = middle(each)
    const along = (a - x) * side[0] + (b - y) * side[1]
    const away = Math.abs((a - x) * side[1]) + Math.abs((b - y) * side[0])
    const far = along + 3 * away
    if (along > 1 && (!best || far < best.far)) best = { far, each }
  }
  best?.each.focus()
})
found.meant.addEventListener("click", (event) => event.detail > 1 || !event.target.closest("button") || found.meant.close())
addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault())
whenBack(() => waiting?.abort(AGAIN))
if (location.hash.startsWith("#play")) begin()
