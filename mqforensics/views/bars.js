// Bars that can be clicked, steps of time that can be drawn over; Python knows what a bar stands for.

function element(name, text = "", look = "") {
  const made = document.createElement(name);
  made.textContent = text;  // a stranger's text is never markup
  made.className = look;
  return made;
}

function draw(model, el) {
  const {bars, upright, chosen, last, label} = Object.fromEntries(
    ["bars", "upright", "chosen", "last", "label"].map(name => [name, model.get(name)]));
  let begun = null;
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const box = element("div", "", upright ? "bars upright" : "bars");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", label);
  bars.forEach(([name, count], at) => {
    const isChosen = chosen !== null && at >= chosen && at <= (last ?? chosen);
    const button = element("button", "", isChosen ? "chosen" : ""), bar = element("span", "", "bar");
    bar.style[upright ? "height" : "width"] = `${100 * count / most}%`;
    button.title = `${name}: ${count}`;
    button.setAttribute("aria-label", `${name}: ${count}`);
    button.setAttribute("aria-pressed", isChosen);
    button.append(...(upright ? [bar] : [element("span", name, "name"), bar, element("span", count)]));
    const stretch = from => model.send({pick: Math.min(from, at), last: Math.max(from, at)});
    button.addEventListener("click", event => upright && event.shiftKey && chosen !== null ? stretch(chosen) : model.send({pick: at}));
    button.addEventListener("pointerdown", () => { begun = at; });
    button.addEventListener("pointerup", () => { if (upright && begun !== null && begun !== at) stretch(begun); begun = null; });
    box.append(button);
  });
  el.replaceChildren(box);
}

export default {
  render({model, el}) {
    el.classList.add("mqf");
    for (const name of ["bars", "chosen", "last"]) model.on(`change:${name}`, () => draw(model, el));
    draw(model, el);
  },
};
