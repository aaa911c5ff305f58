// An answer whose quotes can be clicked: Python shows the file at that line beside it.

export default {
  render({model, el}) {
    el.classList.add("mqf", "mqf-answer");
    const show = () => { el.innerHTML = model.get("value"); };  // made by the kit's templates, which escape every text
    el.addEventListener("click", event => {
      const link = event.target.closest?.('a[href^="#"]');
      if (!link) return;
      event.preventDefault();
      const at = link.getAttribute("href").slice(1);
      if (at.startsWith("quote-")) model.send({open: at});
      else document.getElementById(at)?.scrollIntoView({block: "center"});
    });
    model.on("change:value", show);
    show();
  },
};
