// Bars that can be clicked: what each counts, and which was chosen; Python knows what a bar stands for.

function element(name, text = "", look = "") {
  const made = document.createElement(name);
  made.textContent = text;  // a stranger's text is never markup
  made.className = look;
  return made;
}

function draw(model, el) {
  const {bars, upright, chosen, label} = Object.fromEntries(
    ["bars", "upright", "chosen", "label"].map(name => [name, model.get(name)]));
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const box = element("div", "", upright ? "bars upright" : "bars");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", label);
  bars.forEach(([name, count], at) => {
    const button = element("button", "", at === chosen ? "chosen" : ""), bar = element("span", "", "bar");
    bar.style[upright ? "height" : "width"] = `${100 * count / most}%`;
    button.title = `${name}: ${count}`;
    button.setAttribute("aria-label", `${name}: ${count}`);
    button.setAttribute("aria-pressed", at === chosen);
    button.append(...(upright ? [bar] : [element("span", name, "name"), bar, element("span", count)]));
    button.addEventListener("click", () => model.send({pick: at}));
    box.append(button);
  });
  el.replaceChildren(box);
}

export default {
  render({model, el}) {
    el.classList.add("mqf");
    for (const name of ["bars", "chosen"]) model.on(`change:${name}`, () => draw(model, el));
    draw(model, el);
  },
};
