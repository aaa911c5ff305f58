// One page of a table, drawn by DataTables; Python knows the rows, sorts them and says which page this is.

const MARK = "mark of mine";  // the column of stars and tags

function loaded(model) {
  return new Promise((done, failed) => {
    model.on("msg:custom", (said, buffers) => {
      if (!said.library) return;
      const url = URL.createObjectURL(new Blob(buffers, {type: "text/javascript"}));
      import(url).then(found => done(found.default), failed).finally(() => URL.revokeObjectURL(url));
    });
    model.send({want: "library"});
  });
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;  // a stranger's text is never markup
  return made;
}

function emptyTable({columns, label}) {
  const table = element("table"), head = element("thead"), titles = element("tr");
  for (const column of columns) titles.append(element("th", column.title));
  head.append(titles);
  table.append(head, element("tbody"));
  table.className = "grid";
  table.setAttribute("role", "grid");
  table.setAttribute("aria-label", label);
  return table;
}

class Grid {
  constructor(DataTable, model, el) {
    Object.assign(this, {DataTable, model, el, columns: "", table: null});
    el.addEventListener("click", event => this.clicked(event.target));
    el.addEventListener("keydown", event => this.pressed(event));
    el.addEventListener("contextmenu", event => this.offer(event));
    model.on("change:page", () => this.show());
    model.on("change:chosen", () => this.mark());
    this.show();
  }

  get page() { return this.model.get("page"); }

  get rows() { return this.page.rows.length ? [...this.table.table().body().rows] : []; }

  get order() {
    const at = this.page.columns.findIndex(column => column.name === this.page.order);
    return [at, this.page.descending ? "desc" : "asc"];
  }

  show() {
    const held = this.rowOf(document.activeElement) >= 0;
    const columns = JSON.stringify(this.page.columns);
    if (columns === this.columns) this.table.order([this.order]).draw();
    else this.build(columns);
    if (held) this.rows[0]?.focus();
  }

  build(columns) {
    this.table?.destroy(true);
    this.columns = columns;
    const shares = this.page.columns.reduce((sum, column) => sum + column.share, 0);
    this.el.replaceChildren(emptyTable(this.page));
    this.table = new this.DataTable(this.el.firstChild, {
      serverSide: true, ajax: (asked, answer) => this.answer(asked, answer), order: [this.order],
      paging: false, searching: false, autoWidth: false, language: {emptyTable: "", zeroRecords: ""},
      layout: {topStart: null, topEnd: null, bottomStart: null, bottomEnd: null},
      columns: this.page.columns.map((column, at) => ({
        width: `${100 * column.share / shares}%`, orderable: column.name !== MARK, orderSequence: ["asc", "desc"],
        data: row => row[at], render: () => "",
        createdCell: (cell, [short, whole]) => { cell.textContent = short; cell.title = whole; },
      })),
      drawCallback: () => this.table && this.mark(),
    });
    this.mark();
  }

  answer({order: [wanted], draw}, answer) {
    const [at, way] = this.order, count = this.page.rows.length;
    if (wanted && (wanted.column !== at || wanted.dir !== way)) {
      this.model.send({sort: this.page.columns[wanted.column].name, descending: wanted.dir === "desc"});
    }
    answer({draw, data: this.page.rows, recordsTotal: count, recordsFiltered: count});
  }

  rowOf(node) { return this.table ? this.rows.indexOf(node?.closest("tr")) : -1; }

  clicked(node) {
    const at = this.rowOf(node), cell = node.closest("td");
    if (at >= 0 && cell && this.page.columns[cell.cellIndex].name === MARK) this.model.send({star: at});
    else this.open(at);
  }

  open(at) {
    if (at < 0) return;
    this.rows[at].focus();
    this.model.send({open: at});
  }

  offer(event) {
    const cell = event.target.closest("td") ?? event.target.closest("tr")?.cells[0], at = this.rowOf(cell);
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();  // else JupyterLab opens its own menu
    this.shut();
    const menu = this.menu = element("div"), place = cell.getBoundingClientRect();
    menu.className = "only";
    menu.setAttribute("role", "menu");
    menu.style.left = `${place.left}px`;
    menu.style.top = `${place.bottom}px`;
    const name = this.page.columns[cell.cellIndex].name, marked = this.page.columns.some(one => one.name === MARK);
    if (name !== MARK) for (const [words, not] of [["Only this", false], ["Not this", true]]) {
      const button = element("button", words);
      button.setAttribute("role", "menuitem");
      button.addEventListener("click", () => {
        this.model.send({only: at, column: name, not});
        this.shut();
      });
      menu.append(button);
    }
    if (marked) menu.append(this.tagField(at));
    menu.addEventListener("keydown", event => event.key === "Escape" && this.shut());
    menu.addEventListener("focusout", event => menu.contains(event.relatedTarget) || this.shut());
    this.el.append(menu);
    menu.firstChild.focus();
  }

  tagField(at) {
    const field = element("input");
    field.placeholder = "tag, Enter";
    field.maxLength = 40;
    field.setAttribute("aria-label", "Give this row a tag, or take it");
    field.addEventListener("click", event => event.stopPropagation());
    field.addEventListener("keydown", event => {
      if (event.key !== "Enter") return;
      this.model.send({tag: at, word: field.value});
      this.shut();
    });
    return field;
  }

  shut() {
    const menu = this.menu;
    this.menu = null;  // what is removed loses the focus, and would be removed for that once more
    menu?.remove();
  }

  pressed(event) {
    const at = this.rowOf(event.target), last = this.rows.length - 1;
    const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last}[event.key];
    const turn = {PageDown: 1, PageUp: -1}[event.key];
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (to !== undefined) this.rows[Math.min(Math.max(to, 0), last)].focus();
    else if (turn) this.model.send({turn});
    else if (event.key === "Enter" || event.key === " ") this.open(at);
    else if (event.key === "s" || event.key === "S") this.model.send({star: at});
    else return;
    event.preventDefault();
  }

  mark() {
    const chosen = this.model.get("chosen");
    this.rows.forEach((row, at) => {
      row.classList.toggle("chosen", at === chosen);
      row.setAttribute("aria-selected", at === chosen);
      row.tabIndex = at === (chosen ?? 0) ? 0 : -1;  // the Tab key comes to one row, the arrows go on
    });
  }
}

export default {
  async render({model, el}) {
    el.classList.add("mqf");
    el.dataset.lmSuppressShortcuts = "true";  // else JupyterLab takes the arrow keys
    new Grid(await loaded(model), model, el);
  },
};
